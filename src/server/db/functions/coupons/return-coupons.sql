-- Takes back the codes of a refund's coupon lines, so that nobody uses them: unused ones, and void ones first. It waits for no code, because
-- a use of the code may wait for the member that the refund has locked; such a code counts as used.
create or replace function return_coupons(made refund_order) returns void language plpgsql as $$
declare
  back record;
  codes uuid[];
begin
  for back in
    select l.id, l.org_code, l.name, r.pieces from refund_line r join order_line l on l.id = r.line_id and l.org_code = r.org_code
      where r.refund_id = made.id and r.org_code = made.org_code and l.batch_id is not null
  loop
    codes := array(select c.id from coupon_code c
      where c.line_id = back.id and c.org_code = back.org_code and c.used_at is null and c.returned_by is null
      order by c.voided_at nulls last, c.number desc limit back.pieces for update skip locked);
    if cardinality(codes) < back.pieces then
      perform refuse('refunds.couponUsed', jsonb_build_object('field', 'lines', 'product', back.name, 'count', back.pieces,
        'left', cardinality(codes)));
    end if;
    update coupon_code c set returned_by = made.id where c.id = any (codes) and c.org_code = back.org_code;
  end loop;
end
$$;
