-- Locks the member of a charge, after all other locks but the queue number. Refuses a member who is unknown, frozen or past the end date,
-- or, where value is taken, has not entered the consumption password that `p_password_hash` verifies.
create or replace function lock_payer(
  p_org_code text, p_member text, p_takes_value boolean, p_password_hash text, p_day date, p_now timestamptz
) returns void language plpgsql as $$
declare
  payer member;
  refusal jsonb;
begin
  select m.* into payer from member m where m.id = p_member and m.org_code = p_org_code for no key update;
  if payer.merged_into is not null then
    -- Merged just now: a retry of the charge finds the remaining member.
    raise exception using errcode = 'serialization_failure', message = 'the member was merged meanwhile';
  end if;
  if payer.id is null then
    perform refuse_missing_member(p_org_code, p_member);
  end if;
  refusal := payer_refusal(payer, p_takes_value, p_password_hash, p_now);
  if refusal is not null then
    perform refuse(refusal ->> 'code', refusal -> 'details');
  end if;
  if (payer.last_visit_on >= p_day) is not true then
    update member m set last_visit_on = p_day where m.id = p_member and m.org_code = p_org_code;
  end if;
end
$$;
