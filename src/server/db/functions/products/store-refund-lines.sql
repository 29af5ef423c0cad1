-- Writes which pieces a refund takes back; codes of coupons among them cannot be used from now on. The caller has locked the order.
create or replace function store_refund_lines(made refund_order, /* As in `refunded_pieces`. */ pieces jsonb) returns void
language plpgsql as $$
begin
  insert into refund_line (refund_id, org_code, line_id, pieces, damaged, amount)
    select made.id, made.org_code, p."lineId", p.count, p.damaged, p.amount
      from jsonb_to_recordset(pieces) as p ("lineId" uuid, count integer, damaged integer, amount bigint);
  update order_line l set refunded = l.refunded + r.pieces from refund_line r
    where r.refund_id = made.id and r.org_code = made.org_code and l.id = r.line_id and l.org_code = r.org_code;
  perform return_coupons(made);
end
$$;
