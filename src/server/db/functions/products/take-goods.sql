-- Takes the pieces of an order's lines from stock, all or none. Refuses with the name of what is short. The caller has locked its order and
-- member, and takes no other lock but the queue number afterwards.
create or replace function take_goods(/* As for `write_stock`. */ cause jsonb, lines order_line[], p_member text) returns void
language plpgsql as $$
declare
  taken jsonb;
begin
  taken := (select jsonb_agg(jsonb_build_object('id', time_ordered_id((cause ->> 'now')::timestamptz), 'orgCode', g.org_code,
      'itemKind', case when g.product_id is null then 'gift' else 'product' end, 'itemId', coalesce(g.product_id, g.gift_id),
      'itemName', g.name, 'kind', 'sale', 'delta', -g.pieces, 'orderId', g.order_id, 'memberId', p_member))
    from (
      select l.org_code, l.order_id, l.product_id, l.gift_id, min(l.name) as name, sum(l.pieces) as pieces from unnest(lines) l
        where l.takes_stock group by l.org_code, l.order_id, l.product_id, l.gift_id
    ) g);
  if taken is not null then
    perform write_stock(cause || '{"field": "lines"}', taken);
  end if;
end
$$;
