-- Signs a member up for an event, once. With a free place the fee is held; otherwise the member waits, and nothing is held. A member
-- who signs up while others wait, waits behind them. Returns {orgCode, memberId, state, number, fee}.
create or replace function sign_up(
  -- id: of the sign-up; eventId, memberId; fee: as it was shown, null: not known; passwordHash: the hash that the entered consumption password matched; userId, realname;
  -- terminalId, now.
  call jsonb
) returns jsonb language plpgsql as $$
declare
  at_time constant timestamptz := call ->> 'now';
  wanted event;
  payer member;
  number text;
  refusal jsonb;
  lack record;
  made event_sign_up;
begin
  wanted := lock_event((call ->> 'eventId')::uuid, 'eventId');
  number := lock_current_member(call ->> 'memberId', wanted.org_code);
  -- Separate statements see what was committed while this transaction waited for the locks.
  select m.* into payer from member m where m.id = number and m.org_code = wanted.org_code;
  refusal := sign_up_refusal(wanted, payer, true, call ->> 'passwordHash', at_time);
  if refusal is not null then
    perform refuse(refusal ->> 'code', refusal -> 'details');
  elsif (call ->> 'fee')::bigint <> wanted.fee then
    perform refuse('events.feeChanged', jsonb_build_object('field', 'eventId', 'event', wanted.name, 'fee', shown_money(wanted.fee)));
  end if;

  made.id := call ->> 'id';
  made.org_code := wanted.org_code;
  made.event_id := wanted.id;
  made.member_id := payer.id;
  made.number := (select coalesce(max(s.number), 0) + 1 from event_sign_up s where s.event_id = wanted.id and s.org_code = wanted.org_code);
  made.fee := wanted.fee;
  made.late_refund := wanted.late_refund;
  if wanted.places > 0 and (event_taken(wanted.id, wanted.org_code) >= wanted.places or event_waiting(wanted.id, wanted.org_code) > 0) then
    made.state := 'waiting';
  elsif wanted.fee = 0 then
    made.state := 'successful';
  else
    made.state := 'preparing';
    lack := hold_value(made.id, made.org_code, payer.id, made.fee, 0, 0, 0, 0,
      (select s.charge_order from store s where s.org_code = made.org_code), at_time);
    if lack.short is not null then
      perform refuse(short_wallet(lack.short), jsonb_build_object('field', 'userId', 'needed', lack.needed, 'available', lack.available));
    end if;
  end if;
  made.fail_reason := '';
  made.back_amount := 0;
  made.ended_by := '';
  made.end_reason := '';
  made.operator_id := call ->> 'userId';
  made.operator_name := call ->> 'realname';
  made.terminal_id := call ->> 'terminalId';
  made.terminal_name := coalesce((select t.name from terminal t where t.id = made.terminal_id and t.org_code = made.org_code), '');
  made.created_at := at_time;
  insert into event_sign_up select (made).*;
  return jsonb_build_object('orgCode', made.org_code, 'memberId', made.member_id, 'state', made.state, 'number', made.number,
    'fee', made.fee);
end
$$;
