-- Refunded codes are void, as `coupon_code_state` says.
create or replace view listed_coupon_code with (security_invoker = true) as
  select c.id, c.org_code, c.batch_id, b.name as batch_name, b.kind, b.value, c.number, c.code, c.member_id, c.issued_at, c.issued_by,
      b.valid_from, least(b.valid_until, c.valid_until) as ends_at,
      case when c.voided_at is not null or c.returned_by is not null then 'void' when c.used_at is not null then 'used'
        when least(b.valid_until, c.valid_until) <= now() then 'expired' else 'unused' end as state,
      c.used_for, c.used_at, c.voided_at, c.voided_by, c.void_reason, c.created_by, c.created_at,
      null::text as updated_by, null::timestamptz as updated_at, b.percent,
      case when c.used_at is not null then coalesce(c.used_org, c.org_code) end as used_org
    from coupon_code c join coupon_batch b on b.id = c.batch_id and b.org_code = c.org_code;

-- Coupons that have ended are not offered.
create or replace view goods_item with (security_invoker = true) as
  select 'product' as item_kind, p.id, p.org_code, p.name, p.product_type as item_type, p.barcode, p.price_kind, p.price, p.min_price, p.max_price,
      p.tax_mark, p.tracks_stock, p.self_service, p.active, true as for_sale
    from product p
  union all
  select 'gift', g.id, g.org_code, g.name, g.gift_type, '', 'fixed', g.price, 0, 0, '', true, false, g.active, g.mode = 'money' and g.price > 0
    from gift g
  union all
  select 'coupon', b.id, b.org_code, b.name, '', '', 'fixed', b.price, 0, 0, '', false, b.self_service,
      b.active and (b.valid_until is null or b.valid_until > now()), b.price > 0
    from coupon_batch b;
