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
  wallet record;
  reserved hold;
  amount bigint;
  available bigint;
  was_set text;
  paid bigint;
  gift bigint;
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
      s.cashier_required into play;
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
  update hold set state = 'captured', ended_at = at_time
    where id = play_id and org_code = play.org_code and state = 'held'
    returning * into reserved;
  if reserved.member_id <> payer then
    -- Two members are changed: in one order everywhere, so that two such charges never wait for each other.
    perform 1 from member where id in (reserved.member_id, payer) and org_code = play.org_code
      order by id for no key update;
    update member set held_money = held_money - reserved.money, held_integral = held_integral - reserved.integral,
        held_laps = held_laps - reserved.laps
      where id = reserved.member_id and org_code = play.org_code;
    update hold set state = 'released' where id = play_id and org_code = play.org_code;
    reserved := null;
  end if;

  loop
    -- Almost always all is well: what is read without a lock still holds when the row is changed.
    select split_paid(amount, m.balance, m.give, play.charge_order) into paid
      from member m where m.id = payer and m.org_code = play.org_code;
    update member m set
        balance = m.balance - paid,
        give = m.give - (amount - paid),
        held_money = m.held_money - coalesce(reserved.money, 0),
        held_integral = m.held_integral - coalesce(reserved.integral, 0),
        held_laps = m.held_laps - coalesce(reserved.laps, 0),
        -- The same day again changes nothing that an index covers, so that the row stays where it is.
        last_visit_on = greatest(m.last_visit_on, play.day)
      where m.id = payer and m.org_code = play.org_code and not m.frozen
        and (m.consume_password is null or m.consume_password = password_hash)
        and amount <= m.balance + m.give - m.held_money + coalesce(reserved.money, 0)
        and paid = split_paid(amount, m.balance, m.give, play.charge_order)
      returning m.balance, m.give into wallet;
    exit when found;
    -- Says why not. Where that has just changed, the row is locked now and the next attempt succeeds.
    select m.balance, m.give, m.held_money, m.merged_into, m.frozen, m.consume_password into wallet
      from member m where m.id = payer and m.org_code = play.org_code
      for no key update;
    if not found then
      perform refuse('members.notFound', '{"field": "userId"}');
    elsif wallet.merged_into is not null then
      -- Only just: run again, the charge finds whom this one became a part of.
      raise exception using errcode = 'serialization_failure', message = 'the member was merged meanwhile';
    elsif wallet.frozen then
      perform refuse('members.frozen', '{"field": "userId"}');
    elsif wallet.consume_password is distinct from password_hash and wallet.consume_password is not null then
      perform refuse('members.passwordRequired', '{"field": "password"}');
    end if;
    available := wallet.balance + wallet.give - wallet.held_money + coalesce(reserved.money, 0);
    if amount > available then
      perform refuse('members.insufficientBalance', jsonb_build_object('needed', amount, 'available', available));
    end if;
  end loop;
  gift := amount - paid;
  if paid > 0 then
    insert into wallet_ledger (org_code, member_id, wallet, delta, value_after, cause_kind, cause_id, operator_id,
        cashier_id, terminal_id, created_at)
      values (play.org_code, payer, 'balance', -paid, wallet.balance, 'consume', key, operator,
        cashier, terminal, at_time);
  end if;
  if gift > 0 then
    insert into wallet_ledger (org_code, member_id, wallet, delta, value_after, cause_kind, cause_id, operator_id,
        cashier_id, terminal_id, created_at)
      values (play.org_code, payer, 'give', -gift, wallet.give, 'consume', key, operator,
        cashier, terminal, at_time);
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
