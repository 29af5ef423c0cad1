-- Codes of a batch with a price are sold to members as lines of orders, like products.
alter table coupon_batch
  -- What a code costs, in fen; 0: it is not sold.
  add column price bigint not null default 0,
  add column self_service boolean not null default false,
  add constraint coupon_batch_price_range check (price >= 0),
  add constraint coupon_batch_self_service_priced check (not self_service or price > 0);

alter table order_line
  add column batch_id uuid,
  add constraint order_line_batch foreign key (batch_id, org_code) references coupon_batch (id, org_code),
  drop constraint order_line_of_goods,
  add constraint order_line_of_goods
    check (num_nonnulls(product_id, gift_id, batch_id) = case kind when 'product' then 1 else 0 end
      and (kind = 'product' and batch_id is null or not takes_stock));
create index order_line_of_batch on order_line (batch_id, org_code) where batch_id is not null;

alter table coupon_code
  -- The order line that sold it.
  add column line_id uuid,
  -- Its order is not paid yet, so it cannot be used.
  add column reserved boolean not null default false,
  -- The refund that has taken it back.
  add column returned_by uuid,
  add constraint coupon_code_line foreign key (line_id, org_code) references order_line (id, org_code),
  add constraint coupon_code_sold check (line_id is not null or not reserved and returned_by is null),
  add constraint coupon_code_returned_unused check (returned_by is null or used_at is null);
create index coupon_code_of_line on coupon_code (line_id, org_code) where line_id is not null;
-- Codes to be issued or sold next.
create index coupon_code_free on coupon_code (batch_id, org_code, number) where member_id is null and used_at is null and voided_at is null;

drop view goods_item;
-- What lines of orders sell: products, gifts, and codes of coupons. What has no price in money is not for sale, and is listed for what was sold
-- of it.
create view goods_item with (security_invoker = true) as
  select 'product' as item_kind, p.id, p.org_code, p.name, p.product_type as item_type, p.barcode, p.price_kind, p.price, p.min_price, p.max_price,
      p.tax_mark, p.tracks_stock, p.self_service, p.active, true as for_sale
    from product p
  union all
  select 'gift', g.id, g.org_code, g.name, g.gift_type, '', 'fixed', g.price, 0, 0, '', true, false, g.active, g.mode = 'money' and g.price > 0
    from gift g
  union all
  select 'coupon', b.id, b.org_code, b.name, '', '', 'fixed', b.price, 0, 0, '', false, b.self_service, b.active, b.price > 0
    from coupon_batch b;
