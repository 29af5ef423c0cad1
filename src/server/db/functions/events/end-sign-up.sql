-- Ends a sign-up as cancelled, and gives back so much percent of its fee: a held fee is free again whole, a taken one is returned in part,
-- rounded half up. Returns what was given back of a taken fee. The caller has locked the event and the sign-up.
create or replace function end_sign_up(
  signed event_sign_up, p_percent integer, p_operator uuid, p_by text, p_reason text, p_now timestamptz
) returns bigint language plpgsql as $$
declare
  back constant bigint := case when signed.taken_at is null then 0 else div(signed.fee::numeric * p_percent + 50, 100)::bigint end;
  back_cause uuid;
begin
  if signed.state = 'preparing' then
    perform release_holds(array[signed.id], p_now);
  elsif back > 0 then
    back_cause := return_event_fee(signed, back, p_operator, p_now);
  end if;
  update event_sign_up s set state = 'cancelled', back_amount = back, back_id = back_cause, ended_at = p_now, ended_by = p_by,
      end_reason = p_reason
    where s.id = signed.id and s.org_code = signed.org_code;
  return back;
end
$$;
