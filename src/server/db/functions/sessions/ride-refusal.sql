-- Why a call cannot be charged by a rule, independent of member and vehicle, as {code, details}; null where it can. `call` is the argument
-- of `charge`; a missing rule is passed as null. Takes no locks.
create or replace function ride_refusal(
  call jsonb, rule consume_rule, venue store, counter terminal,
  /* How the rule is paid; `balance`: from a member's balance. */
  p_pay_mode text
) returns jsonb language plpgsql stable as $$
declare
  mode constant text := call ->> 'runMode';
  cashier constant uuid := call ->> 'cashierId';
  /* Types that one person rides, whatever number was sent. */
  people constant integer := case when rule.consume_type in ('PLAYFREELY', 'TESTCARD') then 1 else (call ->> 'people')::integer end;
  code text;
begin
  if call -> 'inputRefusal' <> 'null' then
    return call -> 'inputRefusal';
  elsif rule.id is null then
    return '{"code": "sessions.ruleNotFound", "details": {"field": "sysDepartConsumeRoleId"}}';
  elsif call -> 'kiosk' <> 'null' and not (rule.self_service and not rule.use_bracelet and not rule.gather_face
      and rule.consume_type <> all ('{TESTCARD,GROUPCOUPON}'::text[]) and call -> 'kiosk' -> 'pays' ? p_pay_mode) then
    return '{"code": "kiosks.notOffered", "details": {"field": "ruleId"}}';
  elsif rule.consume_type <> call ->> 'consumeType' then
    return '{"code": "sessions.ruleTypeMismatch", "details": {"field": "consumeType"}}';
  elsif mode = 'circlemode' and rule.laps = 0 then
    return jsonb_build_object('code', 'sessions.noLapMode',
      'details', jsonb_build_object('field', 'consumeVehicleMode', 'rule', rule.name));
  elsif mode = 'timermode' and (rule.minutes = 0 or rule.consume_type = 'QUAN') then
    return jsonb_build_object('code', 'sessions.noTimerMode',
      'details', jsonb_build_object('field', 'consumeVehicleMode', 'rule', rule.name));
  elsif once_refusal(rule.name, rule.price_mode, rule.once_people, people) is not null then
    return once_refusal(rule.name, rule.price_mode, rule.once_people, people);
  elsif rule.consume_type = 'TESTCARD' and not (call ->> 'mayTest')::boolean then
    return '{"code": "sessions.testNotAllowed", "details": {"field": "consumeType"}}';
  elsif jsonb_array_length(call -> 'vehicleIds') > 1 and rule.consume_type <> all ('{GROUPCOUPON,QUAN}'::text[]) then
    return '{"code": "sessions.oneVehicle", "details": {"field": "vehicleId"}}';
  elsif p_pay_mode = 'balance' and call ->> 'memberId' is null then
    return '{"code": "members.required", "details": {"field": "userId"}}';
  elsif p_pay_mode = 'cash' and venue.accepts_cash <> 'YES' then
    return '{"code": "sessions.cashRefused", "details": {"field": "consumePayMode"}}';
  elsif p_pay_mode = 'cash' and (call ->> 'byToken')::boolean then
    return '{"code": "accessTokens.noCash", "details": {"field": "consumePayMode"}}';
  elsif p_pay_mode = 'scan' and call -> 'payRefusal' <> 'null' then
    return call -> 'payRefusal';
  elsif rule.consume_type = 'GROUPCOUPON' and call ->> 'couponCode' is null then
    return '{"code": "sessions.couponRequired", "details": {"field": "groupNumber"}}';
  elsif call -> 'proofRefusal' <> 'null' then
    return call -> 'proofRefusal';
  end if;
  code := terminal_refusal(counter, (call ->> 'signedBy')::uuid, false);
  if code is not null then
    return jsonb_build_object('code', code, 'details', '{}'::jsonb);
  end if;
  if cashier is not null then
    code := cashier_refusal(cashier, rule.org_code, (call ->> 'userId')::uuid, call ->> 'tokenHash', (call ->> 'signedBy')::uuid,
      (call ->> 'now')::timestamptz);
  elsif venue.cashier_required = 'YES' and (call -> 'kiosk' <> 'null') is not true then
    code := 'sessions.cashierRequired';
  end if;
  if code is not null then
    return jsonb_build_object('code', code, 'details', jsonb_build_object('field', 'cashierId'));
  end if;
  return null;
end
$$;
