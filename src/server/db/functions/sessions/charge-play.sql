-- Settles a play record by its consume type, in one round trip: from a member's wallets, by a coupon, or by a guest's payment; a scan
-- payment is only started. Returns the store that changed. A balance payment, the most frequent one, has a fast path: it captures the hold
-- unchanged.
create or replace function charge_play(
  /*
   * scope, scopeEnd: the caller's; userId, username, realname, ip, requestId, kind: the caller, for the audit trail;
   * key (also the order's id), path, bodyHash: identify the call in request_key; mayEscaped: whether an escaped record
   * may be settled; playId, ruleId, consumeType: the record, with the terms the caller expects; memberId, usageMode, racer,
   * remark, cashierId, terminalId; guestPayMode, couponCode, payment, payRefusal, mayTest, locale: as for `charge`; passwordHash: the hash
   * that the member's password matched; tokenHash: the sign-in to which cashier proofs belong; now.
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
  free record;
  cause ledger_cause;
  taken ledger_posted[];
  part ledger_posted;
  amount bigint;
  cashier_name text;
  counter_name text;
  paid bigint := 0;
  gift bigint := 0;
  takes_member boolean;
  is_balance constant boolean := call ->> 'consumeType' = 'BALANCE';
  pay_mode text := 'balance';
  deposit bigint := 0;
  coupon jsonb;
  lines jsonb;
  posted jsonb := '[]';
  sums record;
  points bigint := 0;
  rounds bigint := 0;
  visits bigint := 0;
  times bigint;
  reserved bigint;
begin
  perform enter_scope(call);

  if not is_balance then
    -- The record of an unpaid order is pending again, so it does not tell whether this call was answered.
    if answer_before(key, call ->> 'path', call ->> 'bodyHash') is not null then
      return null;
    end if;
    -- A record that waits for a payment may have to become pending first.
    select p.state into play_state from play_record p where p.id = play_id for no key update;
  end if;
  -- Updated optimistically: a later refusal rolls it back.
  update play_record p set state = 'CONSUMED', consume_id = key, settled_at = at_time, settled_by = operator
    from store s
    where p.id = play_id and (p.state = 'GUADAN' or p.state = 'ESCAPED' and (call ->> 'mayEscaped')::boolean)
      and s.org_code = p.org_code
    returning p.org_code, p.member_id, p.rule_id, p.consume_type, p.price, p.discount, p.level_discount, p.price_mode, p.people, p.racer, p.experience,
      p.rule_name, p.deposit, p.integral, p.frequency, p.laps, p.project_type, p.terminal_name, s.accepts_cash, s.apps, p.offline,
      s.name as store_name,
      ((p.created_at at time zone s.time_zone) - make_interval(hours => s.day_start_hour))::date as day, s.charge_order,
      s.cashier_required, ((at_time at time zone s.time_zone) - make_interval(hours => s.day_start_hour))::date as today into play;
  if not found then
    -- This call may have settled it already; of two concurrent ones the second has waited for the record above.
    if answer_before(key, call ->> 'path', call ->> 'bodyHash') is not null then
      return null;
    end if;
    select p.state into play_state from play_record p where p.id = play_id;
    perform refuse(case when not found then 'common.recordNotFound'
      when play_state in ('CONSUMED', 'RECHARGED') then 'sessions.alreadySettled' else 'sessions.notGuadan' end);
  end if;
  -- A ride that was driven offline and could not be paid is pending even in a store without pending rides.
  if not play.offline and 'XWHF' <> all (play.apps) then
    perform refuse('sessions.payLaterOff');
  end if;
  -- A key used by another call violates the constraint.
  perform store_request_keys(array[request_key_of(call, play.org_code, jsonb_build_object('result', null, 'message', key))]);
  cashier_name := require_cashier(call, play.org_code, play.cashier_required = 'YES', terminal);

  if terminal is not null then
    select t.name into counter_name from terminal t where t.id = terminal and t.org_code = play.org_code;
  end if;

  -- The terms of the start hold: only an edit of the record changes its rule or type.
  if rule is not null then
    if rule <> play.rule_id then
      perform refuse('sessions.ruleFixed', '{"field": "sysDepartConsumeRoleId"}');
    end if;
  end if;
  if play.consume_type <> call ->> 'consumeType' then
    perform refuse('sessions.ruleFixed', '{"field": "consumeType"}');
  end if;
  -- Same as takesMember, priceOf and payModeOf in charge-lines.calc.ts.
  takes_member := is_balance or play.consume_type <> all ('{NOCARDCONSUME,GROUPCOUPON,TESTCARD}'::text[]);
  times := case play.price_mode when 'one' then 1 else play.people end;
  amount := case when is_balance or play.consume_type in ('BALANCEANDINTEGRAL', 'NOCARDCONSUME')
    then play.price * times else 0 end;
  if not takes_member then
    deposit := case play.consume_type when 'NOCARDCONSUME' then play.deposit else 0 end;
    pay_mode := case when play.consume_type <> 'NOCARDCONSUME' or amount + deposit = 0 then 'none'
      when play.price = 0 or call ->> 'guestPayMode' = 'unline' then 'cash' else 'scan' end;
    if pay_mode = 'cash' and play.accepts_cash <> 'YES' then
      perform refuse('sessions.cashRefused', '{"field": "consumePayMode"}');
    elsif pay_mode = 'scan' and call -> 'payRefusal' <> 'null' then
      perform refuse(call #>> '{payRefusal,code}', call #> '{payRefusal,details}');
    elsif play.consume_type = 'GROUPCOUPON' and call ->> 'couponCode' is null then
      perform refuse('sessions.couponRequired', '{"field": "groupNumber"}');
    elsif play.consume_type = 'TESTCARD' and not (call ->> 'mayTest')::boolean then
      perform refuse('sessions.testNotAllowed', '{"field": "consumeType"}');
    end if;
  end if;
  racer := coalesce(call ->> 'racer', play.racer);

  payer := coalesce(call ->> 'memberId', play.member_id);
  if payer is null and takes_member then
    perform refuse('members.required', '{"field": "userId"}');
  elsif payer is distinct from play.member_id then
    -- The number of a merged member stands for the member it was merged into.
    payer := coalesce((select m.merged_into from member m where m.id = payer and m.org_code = play.org_code), payer);
  end if;
  if payer is distinct from play.member_id and play.member_id is not null then
    -- Two members change: a fixed lock order avoids deadlocks between two such charges.
    perform 1 from member m where m.id in (play.member_id, payer) and m.org_code = play.org_code order by m.id for no key update;
    perform release_holds(array[play_id], at_time);
  end if;
  if play.consume_type = 'GROUPCOUPON' then
    coupon := use_coupon(play.org_code, call ->> 'couponCode', key, at_time, play.rule_id);
    amount := coupon ->> 'value';
  end if;
  if payer is not null then
    perform lock_payer(play.org_code, payer, takes_member, password_hash, play.day, at_time);
  end if;
  if payer is distinct from play.member_id and (is_balance or play.consume_type = 'BALANCEANDINTEGRAL') then
    -- The price was not agreed with this payer, so it uses the payer's level.
    play.price := play.price + play.discount;
    play.discount := member_discount(play.price, play.level_discount, play.org_code, payer);
    play.price := play.price - play.discount;
    amount := play.price * times;
  end if;

  cause := ('consume', key, play.org_code, operator, cashier, terminal, at_time, play.today,
    open_shift(play.org_code, terminal, operator))::ledger_cause;
  if payer = play.member_id and takes_member then
    -- Everything held at the start, even if it has ended since.
    reserved := amount;
    if not is_balance then
      reserved := reserved + case when play.consume_type in ('INTEGRAL', 'BALANCEANDINTEGRAL') then play.integral * times
        when play.consume_type = 'QUAN' then play.laps else 0 end;
    end if;
    if reserved > 0 then
      taken := capture_hold(cause, play_id, reserved);
    end if;
  end if;
  if taken is not null then
    foreach part in array taken loop
      case part.account
        when 'balance' then paid := part.before - part.after;
        when 'give' then gift := part.before - part.after;
        when 'integral' then points := part.before - part.after;
        else rounds := part.before - part.after;
      end case;
    end loop;
  elsif is_balance then
    if amount > 0 then
      -- Nothing is held for this payer: the order was made offline, or another member pays.
      free := free_money(play.org_code, payer, at_time);
      paid := split_paid(amount, free.balance, free.give, play.charge_order);
      if paid is null then
        perform refuse('members.insufficientBalance',
          jsonb_build_object('needed', amount, 'available', free.balance + free.give));
      end if;
      gift := amount - paid;
      perform post_entries(cause, array[
        ('balance', payer, '', -paid, null, null, null, null, null, null)::ledger_entry,
        ('give', payer, '', -gift, null, null, null, null, null, null)::ledger_entry]);
    end if;
  else
    lines := charge_lines(
      jsonb_build_object('consume_type', play.consume_type, 'price_mode', play.price_mode, 'price', play.price, 'deposit', deposit,
        'integral', play.integral, 'frequency', play.frequency, 'laps', play.laps, 'project_type', play.project_type,
        'coupon_value', coupon -> 'value'),
      play.people, 1, play.charge_order, pay_mode, case when takes_member then spendable(play.org_code, payer, at_time) end);
    if jsonb_typeof(lines) = 'object' then
      perform refuse(lines ->> 'code', lines || '{"field": "userId"}');
    elsif pay_mode <> 'scan' and lines <> '[]' then
      posted := post(
        jsonb_build_object('kind', 'consume', 'id', key, 'orgCode', play.org_code, 'operatorId', operator, 'cashierId', cashier,
          'terminalId', terminal, 'now', at_time),
        (select jsonb_agg(l || jsonb_build_object('member', payer) order by place)
          from jsonb_array_elements(lines) with ordinality as one (l, place)));
    end if;
    sums := wallets_taken(posted);
    paid := sums.balance;
    gift := sums.give;
    points := sums.integral;
    rounds := sums.laps;
    visits := sums.visits;
  end if;
  if pay_mode = 'scan' then
    perform start_payment(call -> 'payment' || jsonb_build_object('orgCode', play.org_code, 'amount', amount + deposit,
      'subject', play.store_name || ' ' || play.rule_name, 'cashierId', cashier, 'terminalId', terminal));
    update play_record p set state = 'NOPAY', settled_at = null, settled_by = null
      where p.id = play_id and p.org_code = play.org_code;
  elsif payer is not null and play.experience > 0 then
    perform add_experience(payer, play.org_code, play.experience, at_time, call);
  end if;
  insert into consume_order (id, org_code, play_id, play_ids, settles, settles_member, member_id, rule_id, rule_name, state,
      consume_type, pay_mode, usage_mode, people, amount, discount, deposit, received, paid_balance, paid_give, paid_integral, paid_laps, paid_visits, coupon_code, racer, remark,
      operator_id, operator_name, cashier_id, cashier_name, terminal_id, terminal_name, locale, created_at, paid_at)
    values (key, play.org_code, play_id, array[play_id], coalesce(play_state, 'GUADAN'), play.member_id, payer, play.rule_id, play.rule_name,
      case pay_mode when 'scan' then 'nopay' else 'payed' end, play.consume_type, pay_mode,
      usage_mode, play.people, amount, play.discount * times, deposit,
      received_cash((call ->> 'received')::bigint, amount + deposit, pay_mode), paid, gift, points, rounds, visits, coalesce(coupon ->> 'code', ''), racer, remark,
      operator, call ->> 'realname', cashier, coalesce(cashier_name, ''), terminal, coalesce(counter_name, ''),
      call ->> 'locale', at_time, case pay_mode when 'scan' then null else at_time end);
  if payer is distinct from play.member_id then
    update play_record set member_id = payer, price = play.price, discount = play.discount where id = play_id and org_code = play.org_code;
  end if;
  perform store_audit_entries(array[audit_entry_of(call, play.org_code, call ->> 'kind', key::text, jsonb_build_object('id', play_id),
    p_after => jsonb_build_object('id', key, 'play_id', play_id, 'member_id', payer, 'rule_id', play.rule_id,
      'state', case pay_mode when 'scan' then 'nopay' else 'payed' end, 'consume_type', play.consume_type, 'pay_mode', pay_mode,
      'usage_mode', usage_mode, 'people', play.people, 'amount', amount, 'paid_balance', paid, 'paid_give', gift, 'racer', racer,
      'remark', remark, 'cashier_id', cashier, 'terminal_id', terminal))]);
  -- The store that changed; null where the call was answered before.
  return play.org_code;
end
$$;
