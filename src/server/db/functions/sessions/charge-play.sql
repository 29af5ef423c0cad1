-- Deducts a play record from a member's balance, whole, in one round trip; answers the store that changed.
create or replace function charge_play(
  p_scope text, p_scope_end text,
  -- The idempotency key, which becomes the order's id, and what request_key knows the call by.
  p_key uuid, p_key_org text, p_path text, p_body_hash text,
  p_operator uuid, p_may_settle_escaped boolean,
  p_play uuid, p_rule uuid, p_member text,
  p_pay_mode text, p_usage_mode text, p_racer text, p_remark text,
  p_cashier uuid, p_terminal uuid,
  -- The hash that the customer's password has just been checked against; null where none was given.
  p_password_hash text,
  p_now timestamptz,
  -- Who calls from where, for the trail.
  p_username text, p_realname text, p_ip text, p_request_id text, p_kind text
) returns text language plpgsql as $$
declare
  play record;
  play_state text;
  payer text;
  wallet record;
  reserved hold;
  prior request_key;
  order_rule uuid;
  amount bigint;
  available bigint;
  was_set text;
  paid bigint;
  gift bigint;
begin
  -- Assignments and nested conditions, because plpgsql reckons them without a query.
  was_set := set_config('pitlane.scope', p_scope, true);
  was_set := set_config('pitlane.scope_end', p_scope_end, true);

  insert into request_key (key, org_code, user_id, path, body_hash, answer, created_at)
    values (p_key, p_key_org, p_operator, p_path, p_body_hash, '{}', p_now)
    on conflict (key) do nothing;
  if not found then
    select * into prior from request_key where key = p_key;
    if prior.org_code = p_key_org and prior.path = p_path and prior.body_hash = p_body_hash then
      return null;
    end if;
    perform refuse('common.keyReused');
  end if;

  -- Taken at once, as if all will be well: a refusal further down undoes it.
  update play_before_pay set state = 'CONSUMED', consume_id = p_key, settled_at = p_now, settled_by = p_operator
    where id = p_play and (state = 'GUADAN' or state = 'ESCAPED' and p_may_settle_escaped)
    returning org_code, member_id, rule_id, consume_type, price, price_mode, people, racer into play;
  if not found then
    select state into play_state from play_before_pay where id = p_play;
    perform refuse(case when not found then 'common.recordNotFound'
      when play_state in ('CONSUMED', 'RECHARGED') then 'sessions.alreadySettled' else 'sessions.notGuadan' end);
  end if;
  if p_cashier is not null then
    if not exists (
      select from user_store u join store d on d.id = u.store_id
        where u.user_id = p_cashier and d.org_code = play.org_code) then
      perform refuse('sessions.cashierUnknown', '{"field": "departuserId"}');
    end if;
  end if;

  -- The price agreed at the start holds, unless the deduction names another rule.
  order_rule := coalesce(p_rule, play.rule_id);
  if order_rule = play.rule_id then
    if play.consume_type <> 'BALANCE' then
      perform refuse('sessions.ruleTypeMismatch', '{"field": "sysDepartConsumeRoleId"}');
    end if;
    amount := play.price * case play.price_mode when 'one' then 1 else play.people end;
  else
    select case r.consume_type when 'BALANCE' then r.price * case r.price_mode when 'one' then 1 else play.people end end
      into amount
      from consume_rule r where r.id = order_rule and r.org_code = play.org_code and r.active;
    if not found then
      perform refuse('sessions.ruleNotFound', '{"field": "sysDepartConsumeRoleId"}');
    elsif amount is null then
      perform refuse('sessions.ruleTypeMismatch', '{"field": "sysDepartConsumeRoleId"}');
    end if;
  end if;

  payer := coalesce(p_member, play.member_id);
  if payer is null then
    perform refuse('members.required', '{"field": "userId"}');
  end if;
  update hold set state = 'captured', ended_at = p_now
    where id = p_play and org_code = play.org_code and state = 'held'
    returning * into reserved;
  if reserved.member_id <> payer then
    -- Two members are changed: in one order everywhere, so that two such charges never wait for each other.
    perform 1 from member where id in (reserved.member_id, payer) and org_code = play.org_code
      order by id for no key update;
    update member set held_money = held_money - reserved.money, held_integral = held_integral - reserved.integral,
        held_laps = held_laps - reserved.laps
      where id = reserved.member_id and org_code = play.org_code;
    update hold set state = 'released' where id = p_play and org_code = play.org_code;
    reserved := null;
  end if;

  loop
    -- Almost always all is well, and the wallet is read and changed at once.
    with chosen as (
      select m.id, m.org_code, split_paid(amount, m.balance, m.give, d.charge_order) as paid
      from member m join store d on d.org_code = m.org_code
      where m.id = payer and m.org_code = play.org_code and not m.frozen
        and (m.consume_password is null or m.consume_password = p_password_hash)
        and amount <= m.balance + m.give - m.held_money + coalesce(reserved.money, 0)
      for no key update of m)
    update member m set
        balance = m.balance - c.paid,
        give = m.give - (amount - c.paid),
        held_money = m.held_money - coalesce(reserved.money, 0),
        held_integral = m.held_integral - coalesce(reserved.integral, 0),
        held_laps = m.held_laps - coalesce(reserved.laps, 0)
      from chosen c
      where m.id = c.id and m.org_code = c.org_code
      returning m.balance, m.give, c.paid, amount - c.paid as gift into wallet;
    exit when found;
    -- Says why not. Where that has just changed, the row is locked now and the next attempt succeeds.
    select m.balance, m.give, m.held_money, m.frozen, m.consume_password into wallet
      from member m join store d on d.org_code = m.org_code
      where m.id = payer and m.org_code = play.org_code
      for no key update of m;
    if not found then
      perform refuse('members.notFound', '{"field": "userId"}');
    elsif wallet.frozen then
      perform refuse('members.frozen', '{"field": "userId"}');
    elsif wallet.consume_password is distinct from p_password_hash and wallet.consume_password is not null then
      perform refuse('members.passwordRequired', '{"field": "password"}');
    end if;
    available := wallet.balance + wallet.give - wallet.held_money + coalesce(reserved.money, 0);
    if amount > available then
      perform refuse('members.insufficientBalance', jsonb_build_object('needed', amount, 'available', available));
    end if;
  end loop;
  paid := wallet.paid;
  gift := wallet.gift;
  if paid > 0 then
    insert into wallet_ledger (org_code, member_id, wallet, delta, value_after, cause_kind, cause_id, operator_id,
        cashier_id, terminal_id, created_at)
      values (play.org_code, payer, 'balance', -paid, wallet.balance, 'consume', p_key, p_operator,
        p_cashier, p_terminal, p_now);
  end if;
  if gift > 0 then
    insert into wallet_ledger (org_code, member_id, wallet, delta, value_after, cause_kind, cause_id, operator_id,
        cashier_id, terminal_id, created_at)
      values (play.org_code, payer, 'give', -gift, wallet.give, 'consume', p_key, p_operator,
        p_cashier, p_terminal, p_now);
  end if;
  insert into consume_order (id, org_code, play_id, member_id, rule_id, state, consume_type, pay_mode, usage_mode, people,
      amount, paid_balance, paid_give, racer, remark, operator_id, cashier_id, terminal_id, created_at, paid_at)
    values (p_key, play.org_code, p_play, payer, order_rule, 'payed', 'BALANCE', p_pay_mode, p_usage_mode, play.people,
      amount, paid, gift, coalesce(p_racer, play.racer), coalesce(p_remark, ''), p_operator,
      p_cashier, p_terminal, p_now, p_now);
  if payer is distinct from play.member_id then
    update play_before_pay set member_id = payer where id = p_play and org_code = play.org_code;
  end if;
  insert into audit_entry (org_code, user_id, username, realname, ip, request_id, method, action, record_kind, record_id,
      request, after)
    values (play.org_code, p_operator, p_username, p_realname, p_ip, p_request_id, 'POST', p_path, p_kind, p_key::text,
      jsonb_build_object('id', p_play),
      jsonb_build_object('id', p_key, 'play_id', p_play, 'member_id', payer, 'rule_id', order_rule, 'state', 'payed',
        'consume_type', 'BALANCE', 'pay_mode', p_pay_mode, 'usage_mode', p_usage_mode, 'people', play.people,
        'amount', amount, 'paid_balance', paid, 'paid_give', gift, 'racer', coalesce(p_racer, play.racer),
        'remark', coalesce(p_remark, ''), 'cashier_id', p_cashier, 'terminal_id', p_terminal));
  -- The store that changed; null where the answer was already given.
  return play.org_code;
end
$$;
