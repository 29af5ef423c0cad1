-- The lines of an order for products, gifts and coupons of the store, at its prices. Refuses what is not sold, a price that is not the store's, and a
-- custom price outside its range, with the number of the line.
create or replace function cart_lines(
  p_org_code text, p_order uuid,
  /* [{productId, count, price}]: the id of a product, gift or coupon batch; the price of a piece in fen; for a fixed price what the guest was quoted, or null. */
  wanted jsonb,
  p_now timestamptz
) returns order_line[] language plpgsql as $$
declare
  asked record;
  sold goods_item;
  refused jsonb;
  line order_line;
  lines order_line[] := '{}';
begin
  for asked in
    select given.place, w.* from jsonb_array_elements(wanted) with ordinality given (line, place)
      cross join lateral jsonb_to_record(given.line) as w ("productId" uuid, count integer, price bigint)
      order by given.place
  loop
    select g.* into sold from goods_item g where g.id = asked."productId" and g.org_code = p_org_code;
    refused := jsonb_build_object('field', 'lines', 'line', asked.place, 'product', sold.name);
    if sold.id is null then
      perform refuse('products.unknown', jsonb_build_object('field', 'lines', 'line', asked.place));
    elsif not sold.for_sale then
      perform refuse('products.notForMoney', refused);
    elsif not sold.active then
      perform refuse('products.inactive', refused);
    elsif sold.price_kind = 'fixed' and asked.price <> sold.price then
      perform refuse('products.priceChanged', refused || jsonb_build_object('price', shown_money(sold.price)));
    elsif sold.price_kind = 'custom' and asked.price is null then
      perform refuse('products.priceMissing', refused);
    elsif sold.price_kind = 'custom' and (asked.price < greatest(sold.min_price, 1) or sold.max_price > 0 and asked.price > sold.max_price) then
      perform refuse('products.priceOutside', refused || jsonb_build_object('least', shown_money(greatest(sold.min_price, 1)),
        'most', case when sold.max_price > 0 then shown_money(sold.max_price) else '∞' end));
    end if;
    line.id := time_ordered_id(p_now);
    line.org_code := p_org_code;
    line.order_id := p_order;
    line.place := asked.place;
    line.kind := 'product';
    line.product_id := case sold.item_kind when 'product' then sold.id end;
    line.gift_id := case sold.item_kind when 'gift' then sold.id end;
    line.batch_id := case sold.item_kind when 'coupon' then sold.id end;
    line.name := sold.name;
    line.tax_mark := sold.tax_mark;
    line.pieces := asked.count;
    line.price := case sold.price_kind when 'fixed' then sold.price else asked.price end;
    line.amount := line.price * asked.count;
    line.takes_stock := sold.tracks_stock;
    line.refunded := 0;
    lines := lines || line;
  end loop;
  return lines;
end
$$;
