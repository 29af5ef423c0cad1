-- Refuses refunds by a user who is no manager above the store's limits for one refund and for a business day.
create or replace function require_refund_limit(
  p_org_code text, p_operator uuid, p_day date, p_amount bigint
) returns void language plpgsql as $$
declare
  venue store;
  given bigint;
begin
  select s.* into venue from store s where s.org_code = p_org_code;
  if venue.refund_limit > 0 and p_amount > venue.refund_limit then
    perform refuse('refunds.aboveLimit', jsonb_build_object('field', 'amount', 'needed', p_amount, 'available', venue.refund_limit));
  end if;
  if venue.refund_day_limit > 0 then
    -- One user's refunds are serialized, so that two concurrent ones cannot use the same remaining limit.
    perform pg_advisory_xact_lock(hashtextextended('refunds of ' || p_operator, 0));
    given := (select coalesce(sum(r.amount), 0) from refund_order r
      where r.operator_id = p_operator and r.org_code = p_org_code and r.business_day = p_day and r.state <> 'refused');
    if given + p_amount > venue.refund_day_limit then
      perform refuse('refunds.aboveDayLimit', jsonb_build_object('field', 'amount', 'needed', p_amount,
        'available', greatest(0, venue.refund_day_limit - given)));
    end if;
  end if;
end
$$;
