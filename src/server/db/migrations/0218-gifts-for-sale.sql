-- Gifts with a price in money are sold as lines of orders, like products.
alter table order_line
  add column gift_id uuid,
  add constraint order_line_gift foreign key (gift_id, org_code) references gift (id, org_code),
  drop constraint order_line_of_product,
  add constraint order_line_of_goods
    check (num_nonnulls(product_id, gift_id) = case kind when 'product' then 1 else 0 end and (kind = 'product' or not takes_stock));
create index order_line_of_gift on order_line (gift_id, org_code) where gift_id is not null;

-- What lines of orders sell: products, and gifts. A gift without a price in money is not for sale, and is listed for what was sold of it.
create view goods_item with (security_invoker = true) as
  select 'product' as item_kind, p.id, p.org_code, p.name, p.product_type as item_type, p.barcode, p.price_kind, p.price, p.min_price, p.max_price,
      p.tax_mark, p.tracks_stock, p.self_service, p.active, true as for_sale
    from product p
  union all
  select 'gift', g.id, g.org_code, g.name, g.gift_type, '', 'fixed', g.price, 0, 0, '', true, false, g.active, g.mode = 'money' and g.price > 0
    from gift g;
