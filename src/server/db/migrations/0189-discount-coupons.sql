-- A coupon may take something off the price of a ride: a percentage or an amount.
alter table coupon_batch
  drop constraint coupon_batch_kind_known,
  add constraint coupon_batch_kind_known check (kind in ('value', 'rule', 'gift', 'discount')),
  -- Of a discount: percent off the price; 0: its value is off.
  add column percent integer not null default 0,
  add constraint coupon_batch_discount_given
    check (percent between 0 and 100 and case kind when 'discount' then (percent > 0) <> (value > 0) else percent = 0 end);

-- With the percentage.
create or replace view listed_coupon_code with (security_invoker = true) as
  select c.id, c.org_code, c.batch_id, b.name as batch_name, b.kind, b.value, c.number, c.code, c.member_id, c.issued_at, c.issued_by,
      b.valid_from, least(b.valid_until, c.valid_until) as ends_at,
      case when c.voided_at is not null then 'void' when c.used_at is not null then 'used'
        when least(b.valid_until, c.valid_until) <= now() then 'expired' else 'unused' end as state,
      c.used_for, c.used_at, c.voided_at, c.voided_by, c.void_reason, c.created_by, c.created_at,
      null::text as updated_by, null::timestamptz as updated_at, b.percent
    from coupon_code c join coupon_batch b on b.id = c.batch_id and b.org_code = c.org_code;

-- What coupons took off the price of paid orders.
alter table day_figure add column coupon_off bigint not null default 0;
