-- Takes the fee of a sign-up that has a place, from what it holds, else from what the member has free, and makes it successful. It fails
-- where the member has too little, or may not be charged. Returns the state. The caller has locked the event and the sign-up, whose fee
-- was not taken yet.
--
-- The entries name the user who signed the member up, and no shift: nothing changes hands at a counter.
create or replace function take_event_fee(signed event_sign_up, p_now timestamptz) returns text language plpgsql as $$
declare
  holder constant text := lock_current_member(signed.member_id, signed.org_code);
  cause ledger_cause;
  payer member;
  free record;
  paid bigint;
  reason text;
begin
  cause := ledger_cause_of('eventFee', signed.id, signed.org_code, null, null, null, p_now);
  cause.operator_id := signed.operator_id;
  if signed.fee > 0 and capture_hold(cause, signed.id, signed.fee) is null then
    select m.* into payer from member m where m.id = holder and m.org_code = signed.org_code;
    free := free_money(signed.org_code, holder, p_now);
    paid := split_paid(signed.fee, free.balance, free.give, (select s.charge_order from store s where s.org_code = signed.org_code));
    -- The consumption password was entered at sign-up.
    reason := case when payer_refusal(payer, false, null, p_now) is not null then 'member' when paid is null then 'funds' end;
    if reason is not null then
      update event_sign_up s set state = 'failed', fail_reason = reason, ended_at = p_now
        where s.id = signed.id and s.org_code = signed.org_code;
      return 'failed';
    end if;
    perform post_entries(cause, array[
      ('balance', holder, '', -paid, null, null, null, null, null, null)::ledger_entry,
      ('give', holder, '', paid - signed.fee, null, null, null, null, null, null)::ledger_entry]);
  end if;
  update event_sign_up s set state = 'successful', taken_at = case when signed.fee > 0 then p_now end
    where s.id = signed.id and s.org_code = signed.org_code;
  return 'successful';
end
$$;
