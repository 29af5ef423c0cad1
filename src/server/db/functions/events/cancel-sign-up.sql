-- Cancels a sign-up. Until the end of registration the fee is given back whole, later by the rule that held at sign-up. Returns {orgCode,
-- eventId, memberId, before, state, back}: a fee that is due is taken first, and where that fails the sign-up has failed instead.
create or replace function cancel_sign_up(
  -- id: of the sign-up; userId, realname; reason, now.
  call jsonb
) returns jsonb language plpgsql as $$
declare
  at_time constant timestamptz := call ->> 'now';
  wanted event;
  signed event_sign_up;
  before text;
  back bigint := 0;
begin
  select s.* into signed from event_sign_up s where s.id = (call ->> 'id')::uuid;
  if not found then
    perform refuse('common.recordNotFound', '{"field": "id"}');
  end if;
  wanted := lock_event(signed.event_id, 'id');
  select s.* into signed from event_sign_up s where s.id = signed.id and s.org_code = signed.org_code for no key update;
  before := signed.state;
  if signed.state in ('failed', 'cancelled') then
    perform refuse('events.signUpEnded', jsonb_build_object('by', signed.ended_by, 'time', signed.ended_at));
  elsif at_time >= wanted.starts_at then
    perform refuse('events.begun', jsonb_build_object('event', wanted.name, 'time', wanted.starts_at));
  end if;
  if signed.state = 'preparing' and at_time >= wanted.registration_until and take_event_fee(signed, at_time) = 'failed' then
    return jsonb_build_object('orgCode', signed.org_code, 'eventId', signed.event_id, 'memberId', signed.member_id, 'before', before,
      'state', 'failed', 'back', 0);
  end if;
  select s.* into signed from event_sign_up s where s.id = signed.id and s.org_code = signed.org_code;
  back := end_sign_up(signed, case when at_time < wanted.registration_until then 100 else signed.late_refund end,
    (call ->> 'userId')::uuid, call ->> 'realname', call ->> 'reason', at_time);
  return jsonb_build_object('orgCode', signed.org_code, 'eventId', signed.event_id, 'memberId', signed.member_id, 'before', before,
    'state', 'cancelled', 'back', back);
end
$$;
