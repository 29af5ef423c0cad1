-- Sells coins that a machine counts out, or takes them from the wallet of a member. Value is taken here, except of a scan, whose payment is
-- only started. Refuses, before anything is taken, a machine that is offline, has a fault, too few coins or is counting already. Returns
-- {orgCode, memberId, amount, asked, waits}, where `waits` says whether it waits for a payment.
--
-- Lock order: the machine, the member.
create or replace function sell_coins(
  /*
   * id: of the output; deviceId; ruleId and times, or null and count; memberId or null; payMode; passwordHash: the hash that the entered
   * consumption password matched; payment: the argument of `start_payment` without amount and subject, or null; freshSeconds: how long ago
   * the machine was heard at most; userId, username, realname, cashierId, tokenHash: as in `require_cashier`; terminalId, now.
   */
  call jsonb
) returns jsonb language plpgsql as $$
declare
  at_time constant timestamptz := call ->> 'now';
  pay_mode constant text := call ->> 'payMode';
  place device;
  machine coin_machine;
  venue store;
  rule consume_rule;
  payer member;
  number text;
  sold coin_output;
  refusal jsonb;
  free record;
  paid bigint;
begin
  select d.* into place from device d where d.id = (call ->> 'deviceId')::uuid and d.device_type = 'COIN';
  if not found then
    perform refuse('common.recordNotFound', '{"field": "deviceId"}');
  end if;
  select m.* into machine from coin_machine m where m.device_id = place.id and m.org_code = place.org_code for no key update;
  if machine.online is not true
      or machine.seen_at < at_time - make_interval(secs => (call ->> 'freshSeconds')::integer) then
    perform refuse('coins.machineOffline', jsonb_build_object('field', 'deviceId', 'machine', place.name));
  elsif machine.fault <> '' then
    perform refuse('coins.machineFault', jsonb_build_object('field', 'deviceId', 'machine', place.name, 'fault', machine.fault));
  elsif exists (select from coin_output o where o.device_id = place.id and o.org_code = place.org_code and o.state = 'notIssued') then
    perform refuse('coins.machineBusy', jsonb_build_object('field', 'deviceId', 'machine', place.name));
  end if;
  select s.* into venue from store s where s.org_code = place.org_code;

  sold.asked := (call ->> 'count')::integer;
  sold.amount := 0;
  if call ->> 'ruleId' is not null then
    select r.* into rule from consume_rule r
      where r.id = (call ->> 'ruleId')::uuid and r.org_code = place.org_code and r.active and sells_coins(r)
        and r.coin_count > 0;
    if not found then
      perform refuse('sessions.ruleNotFound', '{"field": "ruleId"}');
    end if;
    if rule.coin_count * (call ->> 'times')::bigint > 9999 then
      perform refuse('coins.tooMany', '{"field": "times", "limit": 9999}');
    end if;
    sold.asked := rule.coin_count * (call ->> 'times')::integer;
    sold.amount := rule.coin_price * (call ->> 'times')::bigint;
  end if;
  if machine.coins_left < sold.asked then
    perform refuse('coins.hopperShort', jsonb_build_object('field', 'deviceId', 'needed', sold.asked, 'available', machine.coins_left));
  elsif pay_mode = 'cash' and venue.accepts_cash <> 'YES' then
    perform refuse('sessions.cashRefused', '{"field": "payMode"}');
  end if;

  if call ->> 'memberId' is not null then
    number := lock_current_member(call ->> 'memberId', place.org_code);
    select m.* into payer from member m where m.id = number and m.org_code = place.org_code;
    refusal := payer_refusal(payer, pay_mode in ('balance', 'coins'), call ->> 'passwordHash', at_time);
    if refusal is not null then
      perform refuse(refusal ->> 'code', refusal -> 'details');
    end if;
  end if;

  sold.id := call ->> 'id';
  sold.org_code := place.org_code;
  sold.device_id := place.id;
  sold.device_name := place.name;
  sold.member_id := payer.id;
  sold.rule_id := rule.id;
  sold.rule_name := coalesce(rule.name, '');
  sold.pay_mode := pay_mode;
  sold.pay_state := 'unpaid';
  sold.state := 'notIssued';
  sold.counted := 0;
  sold.back_coins := 0;
  sold.back_amount := 0;
  sold.business_day := business_day(place.org_code, at_time);
  sold.operator_id := call ->> 'userId';
  sold.operator_name := call ->> 'realname';
  sold.cashier_id := call ->> 'cashierId';
  sold.terminal_id := call ->> 'terminalId';
  sold.cashier_name := coalesce(require_cashier(call, place.org_code, venue.cashier_required = 'YES', sold.terminal_id), '');
  sold.terminal_name := coalesce((select t.name from terminal t where t.id = sold.terminal_id and t.org_code = place.org_code), '');
  sold.created_at := at_time;
  insert into coin_output select (sold).*;

  if pay_mode = 'scan' then
    perform start_payment(call -> 'payment' || jsonb_build_object('orgCode', place.org_code, 'amount', sold.amount,
      'subject', venue.name || ' ' || sold.rule_name, 'cashierId', sold.cashier_id, 'terminalId', sold.terminal_id));
  elsif pay_mode = 'balance' then
    free := free_money(place.org_code, payer.id, at_time);
    paid := split_paid(sold.amount, free.balance, free.give, venue.charge_order);
    if paid is null then
      perform refuse('members.insufficientBalance',
        jsonb_build_object('field', 'userId', 'needed', sold.amount, 'available', free.balance + free.give));
    end if;
    perform pay_coins(sold, jsonb_build_array(
      jsonb_build_object('account', 'balance', 'member', payer.id, 'delta', -paid),
      jsonb_build_object('account', 'give', 'member', payer.id, 'delta', paid - sold.amount)), at_time);
  elsif pay_mode = 'coins' then
    perform pay_coins(sold, jsonb_build_array(jsonb_build_object('account', 'coins', 'member', payer.id, 'delta', -sold.asked)), at_time);
  else
    perform pay_coins(sold, jsonb_build_array(jsonb_build_object('account', 'cash', 'delta', sold.amount)), at_time);
  end if;
  return jsonb_build_object('orgCode', place.org_code, 'memberId', payer.id, 'amount', sold.amount, 'asked', sold.asked,
    'waits', pay_mode = 'scan');
end
$$;
