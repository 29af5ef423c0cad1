-- The lines of an order as they are answered and printed.
create or replace function sold_lines(lines order_line[]) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'kind', l.kind, 'productId', coalesce(coalesce(l.product_id, l.gift_id, l.batch_id)::text, ''), 'name', l.name,
      'taxMark', l.tax_mark, 'count', l.pieces, 'price', l.price, 'amount', l.amount) order by l.place), '[]')
    from unnest(lines) l
$$;
