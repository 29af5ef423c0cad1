-- Ends the sale of codes whose order waited for its payment: paid, they are the member's from now on; otherwise they are free again.
create or replace function end_coupon_sale(p_order uuid, p_org_code text, p_paid boolean, p_now timestamptz) returns void language plpgsql as $$
begin
  if p_paid then
    update coupon_code c set reserved = false, issued_at = p_now, valid_until = issued_until(b, p_now)
      from order_line l join coupon_batch b on b.id = l.batch_id and b.org_code = l.org_code
      where l.order_id = p_order and l.org_code = p_org_code and c.line_id = l.id and c.org_code = l.org_code and c.reserved;
  else
    update coupon_code c set reserved = false, line_id = null, member_id = null, issued_at = null, issued_by = '', valid_until = null
      from order_line l
      where l.order_id = p_order and l.org_code = p_org_code and c.line_id = l.id and c.org_code = l.org_code and c.reserved;
  end if;
end
$$;
