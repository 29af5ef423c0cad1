-- The common recharge in one round trip: an existing member pays in cash by a rule that gives values, which are credited at once. Returns
-- {answer, orgCode}, the answer as stored in `request_key`. Returns null, without changes, where the call was answered before, would be
-- refused or is not the common case (a card, a scan payment, a new member); then the server takes the general path.
create or replace function recharge_usual(
  /*
   * scope, scopeEnd, key, path, bodyHash, userId, username, realname, userOrgCode, ip, requestId, kind, request, waitedMs: as for
   * `start_play`; tokenHash, terminalId, cashierId: the cashier; memberId, ruleId; told: the amount entered at the counter in fen, or
   * null; remark, printId, locale, mayPhones; shown: the answer's row as far as it is known before; words: texts of the receipt;
   * printJobId; now.
   */
  call jsonb
) returns jsonb language plpgsql as $$
declare
  key constant uuid := call ->> 'key';
  operator constant uuid := call ->> 'userId';
  cashier constant uuid := call ->> 'cashierId';
  terminal constant uuid := call ->> 'terminalId';
  told constant bigint := call ->> 'told';
  at_time constant timestamptz := call ->> 'now';
  words constant jsonb := call -> 'words';
  rule record;
  payer record;
  cashier_name text := '';
  terminal_name text := '';
  amount bigint;
  money bigint;
  today date;
  last_day date;
  ends timestamptz;
  gains jsonb;
  gain jsonb;
  posted jsonb;
  facts jsonb;
  after jsonb := '[]';
  figure bigint;
  answer jsonb;
begin
  if begin_call(call) is not null then
    return null;
  end if;
  select r.*, s.name as store_name, s.time_zone, s.day_start_hour, s.accepts_cash, s.cashier_required,
      case call ->> 'locale' when 'zh' then s.receipt_foot_zh else s.receipt_foot_en end as foot
    into rule from recharge_rule r join store s on s.org_code = r.org_code
    where r.id = (call ->> 'ruleId')::uuid and r.active and r.project_type = 'currency'
      and (not r.time_limited or (at_time at time zone s.time_zone)::date between r.offered_from and r.offered_until);
  if not found then
    return null;
  end if;
  -- Same as amountRefusal and rechargeOutcome in src/shared/features.
  if rule.amount_type = 'custom' then
    amount := told;
    money := told;
    if (told > 0 and told >= rule.recharge) is not true then
      return null;
    end if;
  else
    amount := rule.price;
    money := rule.recharge;
    if told <> rule.price then
      return null;
    end if;
  end if;
  if amount > 0 and rule.accepts_cash <> 'YES' then
    return null;
  elsif cashier is not null then
    if cashier_refusal(cashier, rule.org_code, operator, call ->> 'tokenHash', terminal, at_time) is not null then
      return null;
    end if;
    select u.realname into cashier_name from user_account u where u.id = cashier;
  elsif rule.cashier_required = 'YES' then
    return null;
  end if;
  if terminal is not null then
    select t.name into terminal_name from terminal t where t.id = terminal and t.org_code = rule.org_code;
    if not found then
      return null;
    end if;
  end if;
  select m.nickname, m.realname, m.phone, m.merged_into, m.frozen, m.end_time into payer from member m
    where m.id = call ->> 'memberId' and m.org_code = rule.org_code for no key update;
  if not found or payer.frozen or payer.end_time <= at_time or payer.merged_into is not null then
    return null;
  end if;

  today := (at_time at time zone rule.time_zone) - make_interval(hours => rule.day_start_hour);
  -- Same as `lastDayBought` in src/shared/features/wallets/validity.calc.ts.
  last_day := case rule.validity_type when 'fixedDate' then rule.valid_on when 'fixedDays' then today + rule.valid_days end;
  ends := day_ends(rule.org_code, last_day);
  insert into recharge_order (id, org_code, member_id, kind, rule_id, rule_name, state, pay_mode, amount, balance, give, integral,
      frequency, project_type, laps, valid_until, member_level, remark, print_id, locale, operator_id, operator_name, cashier_id,
      cashier_name, terminal_id, terminal_name, created_at, paid_at)
    values (key, rule.org_code, call ->> 'memberId', 'recharge', rule.id, rule.name, 'paid', 'cash', amount, money, rule.give,
      rule.integral, rule.frequency, rule.project_type, rule.laps, last_day, rule.member_level, call ->> 'remark', call ->> 'printId',
      call ->> 'locale', operator, call ->> 'realname', cashier, cashier_name, terminal, terminal_name, at_time, at_time);

  -- Same as gainLines in src/shared/features/recharge/recharge.calc.ts, after the payment.
  gains := jsonb_build_array(
    jsonb_build_object('account', 'cash', 'delta', amount),
    jsonb_build_object('account', 'balance', 'delta', money),
    jsonb_build_object('account', 'give', 'delta', rule.give),
    jsonb_build_object('account', 'integral', 'delta', rule.integral),
    jsonb_build_object('account', 'laps', 'delta', rule.laps),
    jsonb_build_object('account', 'frequency', 'delta', rule.frequency, 'project', rule.project_type));
  posted := post(
    jsonb_build_object('kind', 'recharge', 'id', key, 'orgCode', rule.org_code, 'operatorId', operator, 'cashierId', cashier,
      'terminalId', terminal, 'now', at_time),
    (select jsonb_agg(g || jsonb_build_object('member', call -> 'memberId')
        || case g ->> 'account' when 'cash' then '{}' else jsonb_build_object('validUntil', ends) end order by place)
      from jsonb_array_elements(gains) with ordinality as one (g, place) where (g ->> 'delta')::bigint > 0));
  if rule.member_level <> '' then
    perform give_level(call ->> 'memberId', rule.org_code, rule.member_level, key, at_time);
  end if;

  -- Same as orderReceipt in src/server/features/recharge/receipt.service.ts.
  facts := jsonb_build_array(
    jsonb_build_array(words -> 'member', trim(coalesce(nullif(payer.realname, ''), payer.nickname) || ' ' || (call ->> 'memberId'))),
    jsonb_build_array(words -> 'rule', rule.name),
    jsonb_build_array(words -> 'paid', shown_money(amount) || ' ' || (words ->> 'cash')));
  for gain in select g from jsonb_array_elements(coalesce(posted, '[]')) g where g ->> 'account' <> 'cash' loop
    figure := (gain ->> 'after')::bigint - (gain ->> 'before')::bigint;
    facts := facts || jsonb_build_array(jsonb_build_array(words #> array['wallets', gain ->> 'account'],
      '+' || case when gain ->> 'account' in ('balance', 'give') then shown_money(figure) else figure::text end));
    figure := (gain ->> 'after')::bigint;
    after := after || jsonb_build_array(jsonb_build_array(words #> array['after', gain ->> 'account'],
      case when gain ->> 'account' in ('balance', 'give') then shown_money(figure) else figure::text end));
  end loop;
  facts := facts || jsonb_build_array(jsonb_build_array(words -> 'validity', coalesce(last_day::text, words ->> 'forEver'))) || after
    || jsonb_build_array(jsonb_build_array(words -> 'time', to_char(at_time at time zone rule.time_zone, 'YYYY-MM-DD HH24:MI:SS')));
  facts := facts || (select coalesce(jsonb_agg(jsonb_build_array(words -> said.name, said.value) order by said.place), '[]') from (values
      (1, 'cashier', coalesce(nullif(cashier_name, ''), call ->> 'realname')),
      (2, 'terminal', terminal_name),
      (3, 'remark', call ->> 'remark')) as said (place, name, value) where said.value <> '');
  perform store_print_jobs(array[new_print_job((call ->> 'printJobId')::uuid, rule.org_code,
    (call -> 'ticket') || jsonb_build_object('storeName', rule.store_name, 'timeZone', rule.time_zone, 'document',
      jsonb_build_object('kind', 'receipt', 'title', words -> 'title', 'facts', facts, 'content', (words ->> 'order') || ' ' || key,
        'foot', coalesce(nullif(rule.foot, ''), words ->> 'keep'))),
    0, call ->> 'printId', null, at_time)]);

  answer := jsonb_build_object('message', key, 'result', (call -> 'shown') || jsonb_build_object('sysOrgCode', rule.org_code,
    'sysOrgCode_dictText', rule.store_name, 'userId', call -> 'memberId', 'roleName', rule.name, 'amount', wire_money(amount),
    'revenue', wire_money(amount), 'payOrderNumber', '', 'serialNumber', '', 'recharge', wire_money(money), 'give', wire_money(rule.give), 'integral', rule.integral, 'frequency', rule.frequency,
    'laps', rule.laps, 'validUntil', last_day, 'memberLevel', rule.member_level, 'departusername', cashier_name,
    'terminalName', terminal_name, 'userNickname', payer.nickname, 'userTruenmae', payer.realname,
    'userPhone', case when (call ->> 'mayPhones')::boolean then payer.phone else mask_phone(payer.phone) end));
  perform store_request_keys(array[request_key_of(call, rule.org_code, answer)]);
  perform store_audit_entries(array[audit_entry_of(call, call ->> 'userOrgCode', call ->> 'kind', key::text, (call ->> 'request')::jsonb,
    p_after => jsonb_build_object('rule', rule.name, 'amount', wire_money(amount), 'recharge', wire_money(money),
      'give', wire_money(rule.give), 'userId', call -> 'memberId', 'consumePayMode', 'cash', 'payState', 'paid'),
    p_cost_ms => call_cost_ms(call))]);
  return jsonb_build_object('answer', answer, 'orgCode', rule.org_code);
end
$$;
