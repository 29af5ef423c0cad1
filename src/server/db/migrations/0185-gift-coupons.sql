-- A coupon may be good for a gift, which is handed out where its code is redeemed.
alter table coupon_batch
  drop constraint coupon_batch_kind_known,
  add constraint coupon_batch_kind_known check (kind in ('value', 'rule', 'gift')),
  add column gift_id uuid,
  -- The pieces that a code is good for.
  add column gift_count integer not null default 0,
  add constraint coupon_batch_gift_given
    check ((kind = 'gift') = (gift_id is not null) and (kind = 'gift') = (gift_count > 0) and gift_count between 0 and 1000),
  add constraint coupon_batch_gift foreign key (gift_id, org_code) references gift (id, org_code);
create index coupon_batch_of_gift on coupon_batch (gift_id, org_code) where gift_id is not null;

alter table stock_line drop constraint stock_line_handed_for_known;
alter table stock_line add constraint stock_line_handed_for_known check (handed_for in ('', 'order', 'points', 'free', 'coupon')) not valid;
