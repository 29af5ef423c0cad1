-- So that gifts are counted and sold with a scanner. Empty: none.
alter table gift add column barcode text not null default '';
create unique index gift_barcode_key on gift (barcode, org_code) where barcode <> '';

create or replace view goods_item with (security_invoker = true) as
  select 'product' as item_kind, p.id, p.org_code, p.name, p.product_type as item_type, p.barcode, p.price_kind, p.price, p.min_price, p.max_price,
      p.tax_mark, p.tracks_stock, p.self_service, p.active, true as for_sale
    from product p
  union all
  select 'gift', g.id, g.org_code, g.name, g.gift_type, g.barcode, 'fixed', g.price, 0, 0, '', true, false, g.active, g.mode = 'money' and g.price > 0
    from gift g
  union all
  select 'coupon', b.id, b.org_code, b.name, '', '', 'fixed', b.price, 0, 0, '', false, b.self_service,
      b.active and (b.valid_until is null or b.valid_until > now()), b.price > 0
    from coupon_batch b;
