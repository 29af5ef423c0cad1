-- Writes the lines of orders that contain products or gifts; the orders are written before. Refunds change them later.
create or replace function store_order_lines(lines order_line[]) returns void language plpgsql as $$
begin
  insert into order_line (id, org_code, order_id, place, kind, product_id, gift_id, batch_id, name, tax_mark, pieces, price, amount, takes_stock)
    select l.id, l.org_code, l.order_id, l.place, l.kind, l.product_id, l.gift_id, l.batch_id, l.name, l.tax_mark, l.pieces, l.price, l.amount, l.takes_stock
      from unnest(lines) l;
end
$$;
