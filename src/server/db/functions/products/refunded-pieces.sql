-- The pieces that a refund of an order's lines takes back, as {pieces: [{lineId, name, count, damaged, price, amount}], amount}, or {refusal}.
create or replace function refunded_pieces(
  charged consume_order,
  /* [{lineId, count, damaged}]; null: all that is left of every line. */ wanted jsonb
) returns jsonb language plpgsql stable as $$
declare
  asked record;
  line order_line;
  refused jsonb;
  pieces jsonb := '[]';
  amount bigint := 0;
  unused bigint;
begin
  for asked in
    select w."lineId", w.count, coalesce(w.damaged, 0) as damaged
        from jsonb_to_recordset(wanted) as w ("lineId" uuid, count integer, damaged integer)
      union all
      select l.id, l.pieces - l.refunded, 0 from order_line l
        where wanted is null and l.order_id = charged.id and l.org_code = charged.org_code and l.kind = 'product' and l.refunded < l.pieces
  loop
    select l.* into line from order_line l
      where l.id = asked."lineId" and l.org_code = charged.org_code and l.order_id = charged.id and l.kind = 'product';
    refused := jsonb_build_object('field', 'lines', 'product', line.name, 'count', asked.count, 'left', line.pieces - line.refunded);
    if line.id is null then
      return refuse_plan('refunds.lineUnknown', '{"field": "lines"}', 0);
    elsif asked.count > line.pieces - line.refunded then
      return refuse_plan('refunds.lineRest', refused, 0);
    elsif asked.damaged > asked.count then
      return refuse_plan('refunds.lineDamaged', refused, 0);
    elsif line.batch_id is not null then
      unused := (select count(*) from coupon_code c
        where c.line_id = line.id and c.org_code = line.org_code and c.used_at is null and c.returned_by is null);
      if asked.count > unused then
        return refuse_plan('refunds.couponUsed', refused || jsonb_build_object('left', unused), 0);
      end if;
    end if;
    pieces := pieces || jsonb_build_object('lineId', line.id, 'name', line.name, 'count', asked.count, 'damaged', asked.damaged,
      'price', line.price, 'amount', line.price * asked.count);
    amount := amount + line.price * asked.count;
  end loop;
  return jsonb_build_object('refusal', null, 'pieces', pieces, 'amount', amount);
end
$$;
