-- Does the next thing that is due for an event, for one member: takes a fee after the end of registration, gives a free place to the first
-- who waits, or ends the waiting list when the event begins. Returns {orgCode, memberId, signUpId, state}, or null where nothing is due. One
-- transaction for each, so that no call of a member waits for a whole event.
--
-- Who moves up holds the fee. A member who lacks it, or who may not be charged, keeps the place without a hold until the end of registration,
-- when the fee is taken. After that it is taken at once, or the next one moves up.
create or replace function advance_event(p_event uuid, p_org_code text, p_now timestamptz) returns jsonb language plpgsql as $$
declare
  wanted event;
  signed event_sign_up;
  payer member;
  new_state text;
  lack record;
begin
  select e.* into wanted from event e where e.id = p_event and e.org_code = p_org_code for no key update;
  if wanted.cancelled_at is not null then
    return null;
  end if;
  if p_now >= wanted.registration_until then
    select s.* into signed from event_sign_up s
      where s.event_id = wanted.id and s.org_code = wanted.org_code and s.state = 'preparing'
      order by s.number limit 1 for no key update;
    if found then
      new_state := take_event_fee(signed, p_now);
      return jsonb_build_object('orgCode', signed.org_code, 'memberId', signed.member_id, 'signUpId', signed.id, 'state', new_state);
    end if;
  end if;
  select s.* into signed from event_sign_up s
    where s.event_id = wanted.id and s.org_code = wanted.org_code and s.state = 'waiting'
    order by s.number limit 1 for no key update;
  if not found then
    return null;
  elsif p_now >= wanted.starts_at then
    update event_sign_up s set state = 'failed', fail_reason = 'places', ended_at = p_now
      where s.id = signed.id and s.org_code = signed.org_code;
    return jsonb_build_object('orgCode', signed.org_code, 'memberId', signed.member_id, 'signUpId', signed.id, 'state', 'failed');
  elsif wanted.places > 0 and event_taken(wanted.id, wanted.org_code) >= wanted.places then
    return null;
  end if;
  update event_sign_up s set moved_up_at = p_now where s.id = signed.id and s.org_code = signed.org_code;
  if p_now >= wanted.registration_until or signed.fee = 0 then
    new_state := take_event_fee(signed, p_now);
  else
    new_state := 'preparing';
    select m.* into payer from member m
      where m.id = lock_current_member(signed.member_id, signed.org_code) and m.org_code = signed.org_code;
    -- The consumption password was entered at sign-up.
    if payer_refusal(payer, false, null, p_now) is null then
      lack := hold_value(signed.id, signed.org_code, payer.id, signed.fee, 0, 0, 0, 0,
        (select s.charge_order from store s where s.org_code = signed.org_code), p_now);
    end if;
    update event_sign_up s set state = new_state where s.id = signed.id and s.org_code = signed.org_code;
  end if;
  return jsonb_build_object('orgCode', signed.org_code, 'memberId', signed.member_id, 'signUpId', signed.id, 'state', new_state);
end
$$;
