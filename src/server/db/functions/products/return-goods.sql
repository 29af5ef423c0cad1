-- Puts pieces of an order back into stock, and writes off those that came back damaged. The caller has locked the order.
create or replace function return_goods(
  /* As for `write_stock`. */ cause jsonb, p_org_code text, p_order uuid, p_member text,
  /* [{lineId, count, damaged}] */ pieces jsonb
) returns void language plpgsql as $$
declare
  returned jsonb;
begin
  returned := (
    select jsonb_agg(jsonb_build_object('id', time_ordered_id((cause ->> 'now')::timestamptz), 'orgCode', p_org_code, 'itemKind',
        case when g.product_id is null then 'gift' else 'product' end, 'itemId', coalesce(g.product_id, g.gift_id), 'itemName', g.name, 'kind', part.kind, 'delta', part.delta, 'orderId', p_order, 'memberId', p_member)
        order by part.kind)
      from (
        select l.product_id, l.gift_id, min(l.name) as name, sum(p.count) as count, sum(p.damaged) as damaged
          from jsonb_to_recordset(pieces) as p ("lineId" uuid, count integer, damaged integer)
          join order_line l on l.id = p."lineId" and l.org_code = p_org_code
          where l.takes_stock group by l.product_id, l.gift_id
      ) g
      cross join lateral (values ('back', g.count), ('loss', -g.damaged)) as part (kind, delta)
      where part.delta <> 0);
  if returned is not null then
    perform write_stock(cause, returned);
  end if;
end
$$;
