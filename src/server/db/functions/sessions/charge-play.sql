-- Deducts a play record from a member's balance, whole, in one round trip; answers the store that changed.
create or replace function charge_play(
  /*
   * scope, scopeEnd: the caller's; userId, username, realname, ip, requestId, kind: who calls from where, for the trail;
   * key (it becomes the order's id), path, bodyHash: what request_key knows the call by; mayEscaped: whether an escaped record
   * may be settled; playId, ruleId, consumeType: what is to be settled, as the caller believes; memberId, usageMode, racer,
   * remark, cashierId, terminalId; passwordHash: what the customer's password has just been checked against; tokenHash: the sign-in that
   * proofs of cashiers belong to; now.
   */
  call jsonb
) returns text language plpgsql as $$
declare
  key constant uuid := call ->> 'key';
  operator constant uuid := call ->> 'userId';
  play_id constant uuid := call ->> 'playId';
  rule constant uuid := call ->> 'ruleId';
  cashier constant uuid := call ->> 'cashierId';
  terminal constant uuid := call ->> 'terminalId';
  password_hash constant text := call ->> 'passwordHash';
  at_time constant timestamptz := call ->> 'now';
  remark constant text := coalesce(call ->> 'remark', '');
  usage_mode constant text := call ->> 'usageMode';
  play record;
  play_state text;
  racer text;
  payer text;
  who record;
  free record;
  cause ledger_cause;
  taken ledger_posted[];
  part ledger_posted;
  amount bigint;
  was_set text;
  paid bigint := 0;
  gift bigint := 0;
begin
  -- Assignments and nested conditions, because plpgsql reckons them without a query.
  was_set := set_config('pitlane.scope', call ->> 'scope', true);
  was_set := set_config('pitlane.scope_end', call ->> 'scopeEnd', true);

  -- Taken at once, as if all will be well: a refusal further down undoes it.
  update play_before_pay p set state = 'CONSUMED', consume_id = key, settled_at = at_time, settled_by = operator
    from store s
    where p.id = play_id and (p.state = 'GUADAN' or p.state = 'ESCAPED' and (call ->> 'mayEscaped')::boolean)
      and s.org_code = p.org_code
    returning p.org_code, p.member_id, p.rule_id, p.consume_type, p.price, p.price_mode, p.people, p.racer, p.experience,
      ((p.created_at at time zone s.time_zone) - make_interval(hours => s.day_start_hour))::date as day, s.charge_order,
      s.cashier_required, ((at_time at time zone s.time_zone) - make_interval(hours => s.day_start_hour))::date as today into play;
  if not found then
    -- This very call may have settled it; where two come at once, the second has waited for the record above.
    if answer_before(key, call ->> 'path', call ->> 'bodyHash') is not null then
      return null;
    end if;
    select p.state into play_state from play_before_pay p where p.id = play_id;
    perform refuse(case when not found then 'common.recordNotFound'
      when play_state in ('CONSUMED', 'RECHARGED') then 'sessions.alreadySettled' else 'sessions.notGuadan' end);
  end if;
  -- A key that stands for another call breaks the constraint, which says so.
  insert into request_key (key, org_code, user_id, path, body_hash, answer, created_at)
    values (key, play.org_code, operator, call ->> 'path', call ->> 'bodyHash',
      jsonb_build_object('result', null, 'message', key), at_time);
  if cashier is not null then
    perform check_cashier(cashier, play.org_code, operator, call ->> 'tokenHash', terminal, at_time);
  elsif play.cashier_required = 'YES' then
    perform refuse('sessions.cashierRequired', '{"field": "departuserId"}');
  end if;

  -- What was agreed at the start holds: only an edit of the record changes its rule or type.
  if rule is not null then
    if rule <> play.rule_id then
      perform refuse('sessions.ruleFixed', '{"field": "sysDepartConsumeRoleId"}');
    end if;
  end if;
  if play.consume_type <> call ->> 'consumeType' then
    perform refuse('sessions.ruleFixed', '{"field": "consumeType"}');
  end if;
  amount := play.price * case play.price_mode when 'one' then 1 else play.people end;
  racer := coalesce(call ->> 'racer', play.racer);

  payer := coalesce(call ->> 'memberId', play.member_id);
  if payer is null then
    perform refuse('members.required', '{"field": "userId"}');
  elsif payer is distinct from play.member_id then
    -- The old number of somebody who became a part of another member names that one.
    payer := coalesce((select m.merged_into from member m where m.id = payer and m.org_code = play.org_code), payer);
  end if;
  if payer is distinct from play.member_id and play.member_id is not null then
    -- Two members are changed: in one order everywhere, so that two such charges never wait for each other.
    perform 1 from member m where m.id in (play.member_id, payer) and m.org_code = play.org_code order by m.id for no key update;
    perform release_holds(array[play_id], at_time);
  end if;
  select m.merged_into, m.frozen, m.consume_password, m.last_visit_on into who
    from member m where m.id = payer and m.org_code = play.org_code for no key update;
  if not found then
    perform refuse('members.notFound', '{"field": "userId"}');
  elsif who.merged_into is not null then
    -- Only just: run again, the charge finds whom this one became a part of.
    raise exception using errcode = 'serialization_failure', message = 'the member was merged meanwhile';
  elsif who.frozen then
    perform refuse('members.frozen', '{"field": "userId"}');
  elsif who.consume_password is distinct from password_hash and who.consume_password is not null then
    perform refuse('members.passwordRequired', '{"field": "password"}');
  end if;
  if (who.last_visit_on >= play.day) is not true then
    update member m set last_visit_on = play.day where m.id = payer and m.org_code = play.org_code;
  end if;

  cause := ('consume', key, play.org_code, operator, cashier, terminal, at_time, play.today,
    open_shift(play.org_code, terminal, operator))::ledger_cause;
  if payer = play.member_id and amount > 0 then
    taken := capture_hold(cause, play_id, amount);
  end if;
  if taken is null and amount > 0 then
    -- Nothing was held: an order from a time without the server, or somebody else pays.
    free := free_money(play.org_code, payer, at_time);
    paid := split_paid(amount, free.balance, free.give, play.charge_order);
    if paid is null then
      perform refuse('members.insufficientBalance',
        jsonb_build_object('needed', amount, 'available', free.balance + free.give));
    end if;
    taken := post_entries(cause, array[
      ('balance', payer, '', -paid, null, null, null, null, null, null)::ledger_entry,
      ('give', payer, '', paid - amount, null, null, null, null, null, null)::ledger_entry]);
    paid := 0;
  end if;
  if taken is not null then
    foreach part in array taken loop
      if part.account = 'balance' then
        paid := part.before - part.after;
      else
        gift := part.before - part.after;
      end if;
    end loop;
  end if;
  if play.experience > 0 then
    perform add_experience(payer, play.org_code, play.experience, at_time, call);
  end if;
  insert into consume_order (id, org_code, play_id, member_id, rule_id, state, consume_type, pay_mode, usage_mode, people,
      amount, paid_balance, paid_give, racer, remark, operator_id, cashier_id, terminal_id, created_at, paid_at)
    values (key, play.org_code, play_id, payer, play.rule_id, 'payed', 'BALANCE', 'balance', usage_mode, play.people,
      amount, paid, gift, racer, remark, operator,
      cashier, terminal, at_time, at_time);
  if payer is distinct from play.member_id then
    update play_before_pay set member_id = payer where id = play_id and org_code = play.org_code;
  end if;
  insert into audit_entry (org_code, user_id, username, realname, ip, request_id, method, action, record_kind, record_id,
      request, after)
    values (play.org_code, operator, call ->> 'username', call ->> 'realname', call ->> 'ip', call ->> 'requestId', 'POST',
      call ->> 'path', call ->> 'kind', key::text,
      jsonb_build_object('id', play_id),
      jsonb_build_object('id', key, 'play_id', play_id, 'member_id', payer, 'rule_id', play.rule_id, 'state', 'payed',
        'consume_type', 'BALANCE', 'pay_mode', 'balance', 'usage_mode', usage_mode, 'people', play.people,
        'amount', amount, 'paid_balance', paid, 'paid_give', gift, 'racer', racer,
        'remark', remark, 'cashier_id', cashier, 'terminal_id', terminal));
  -- The store that changed; null where the answer was already given.
  return play.org_code;
end
$$;
