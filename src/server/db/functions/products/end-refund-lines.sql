-- Ends the lines of a refund: done, the pieces are put back into stock; refused, they are sold as before.
create or replace function end_refund_lines(made refund_order, p_done boolean, p_now timestamptz) returns void language plpgsql as $$
begin
  if p_done then
    perform return_goods(
      jsonb_build_object('id', made.id, 'operatorId', made.operator_id, 'operatorName', made.operator_name, 'terminalId', made.terminal_id,
        'now', p_now),
      made.org_code, made.order_id, made.member_id,
      (select coalesce(jsonb_agg(jsonb_build_object('lineId', r.line_id, 'count', r.pieces, 'damaged', r.damaged)), '[]')
        from refund_line r where r.refund_id = made.id and r.org_code = made.org_code));
  else
    update order_line l set refunded = l.refunded - r.pieces from refund_line r
      where r.refund_id = made.id and r.org_code = made.org_code and l.id = r.line_id and l.org_code = r.org_code;
    update coupon_code c set returned_by = null
      where c.org_code = made.org_code and c.returned_by = made.id
        and c.line_id in (select r.line_id from refund_line r where r.refund_id = made.id and r.org_code = made.org_code);
  end if;
end
$$;
