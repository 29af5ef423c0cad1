-- Gives the codes of an order's coupon lines to the member who buys them: all or none. Those of an order that is not paid yet cannot be used.
-- The caller has locked the batches and the member, and has written the lines.
create or replace function sell_coupons(lines order_line[], p_member text, p_by text, p_reserved boolean, p_now timestamptz) returns void
language plpgsql as $$
declare
  sold order_line;
begin
  foreach sold in array lines loop
    if sold.batch_id is not null then
      perform issue_coupons(sold.batch_id, sold.org_code, array[p_member], null, sold.pieces, p_by, p_now, sold.id, p_reserved);
    end if;
  end loop;
end
$$;
