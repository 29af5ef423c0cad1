-- Settles a play record by its consume type, in one round trip: from a member's wallets, by a coupon, or by a guest's payment; a scan
-- payment is only started. Returns the store that changed. A balance payment, the most frequent one, has a fast path: it captures the hold
-- unchanged.
create or replace function charge_play(
  /*
   * scope, scopeEnd: the caller's; userId, username, realname, ip, requestId, kind: the caller, for the audit trail;
   * key (also the order's id), path, bodyHash: identify the call in request_key; mayEscaped: whether an escaped record
   * may be settled; playId, ruleId, consumeType: the record, with the terms the caller expects; memberId, usageMode, racer,
   * remark, cashierId, terminalId; guestPayMode, couponCode, payment, payRefusal, mayTest, byToken, locale: as for `charge`;
   * passwordHash: the hash that the member's password matched; tokenHash: the sign-in to which cashier proofs belong; now.
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
  at_hand record;
  ride play_record;
  venue store;
  visited_on date;
  play_state text;
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
  coins bigint := 0;
  settled play_record;
  sold consume_order;
  reserved bigint;
  /* What a discount coupon takes off the price of the order. */
  off bigint := 0;
  /* What was held at the start for a member's price and a coupon takes off it. */
  unused bigint := 0;
  level_discount bigint;
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
    where p.id = play_id and (p.state = 'PENDING' or p.state = 'ESCAPED' and (call ->> 'mayEscaped')::boolean)
      and s.org_code = p.org_code
    returning p as ride, s as venue into at_hand;
  if not found then
    -- This call may have settled it already; of two concurrent ones the second has waited for the record above.
    if answer_before(key, call ->> 'path', call ->> 'bodyHash') is not null then
      return null;
    end if;
    select p.state into play_state from play_record p where p.id = play_id;
    perform refuse(case when not found then 'common.recordNotFound'
      when play_state in ('CONSUMED', 'RECHARGED') then 'sessions.alreadySettled' else 'sessions.notPending' end);
  end if;
  ride := at_hand.ride;
  venue := at_hand.venue;
  -- A ride that was driven offline and could not be paid is pending even in a store without pending rides.
  if not ride.offline and 'XWHF' <> all (venue.apps) then
    perform refuse('sessions.payLaterOff');
  end if;
  -- A key used by another call violates the constraint.
  perform store_request_keys(array[request_key_of(call, ride.org_code, jsonb_build_object('result', null, 'message', key))]);
  cashier_name := require_cashier(call, ride.org_code, venue.cashier_required = 'YES', terminal);

  if terminal is not null then
    select t.name into counter_name from terminal t where t.id = terminal and t.org_code = ride.org_code;
  end if;

  -- The terms of the start hold: only an edit of the record changes its rule or type.
  if rule is not null then
    if rule <> ride.rule_id then
      perform refuse('sessions.ruleFixed', '{"field": "sysDepartConsumeRoleId"}');
    end if;
  end if;
  if ride.consume_type <> call ->> 'consumeType' then
    perform refuse('sessions.ruleFixed', '{"field": "consumeType"}');
  end if;
  takes_member := is_paid_by_member(ride.consume_type);
  if is_own_coupon(call ->> 'couponCode') then
    off := coupon_off(ride.org_code, call ->> 'couponCode', ride.consume_type,
      price_of(ride.consume_type, ride.price_mode, ride.price + ride.discount, ride.people));
  end if;
  amount := price_of(ride.consume_type, ride.price_mode, ride.price, ride.people);
  if not takes_member then
    deposit := deposit_of(ride.consume_type, ride.deposit);
    pay_mode := pay_mode_of(ride.consume_type, ride.price_mode, ride.price, ride.deposit, ride.people, call ->> 'guestPayMode',
      p_off => off);
    if pay_mode = 'cash' and venue.accepts_cash <> 'YES' then
      perform refuse('sessions.cashRefused', '{"field": "consumePayMode"}');
    elsif pay_mode = 'cash' and (call ->> 'byToken')::boolean then
      perform refuse('accessTokens.noCash', '{"field": "consumePayMode"}');
    elsif pay_mode = 'scan' and call -> 'payRefusal' <> 'null' then
      perform refuse(call #>> '{payRefusal,code}', call #> '{payRefusal,details}');
    elsif ride.consume_type = 'GROUPCOUPON' and call ->> 'couponCode' is null then
      perform refuse('sessions.couponRequired', '{"field": "groupNumber"}');
    elsif ride.consume_type = 'TESTCARD' and not (call ->> 'mayTest')::boolean then
      perform refuse('sessions.testNotAllowed', '{"field": "consumeType"}');
    end if;
  end if;

  payer := coalesce(call ->> 'memberId', ride.member_id);
  if payer is null and takes_member then
    perform refuse('members.required', '{"field": "userId"}');
  elsif payer is distinct from ride.member_id then
    -- The number of a merged member stands for the member it was merged into.
    payer := coalesce((select m.merged_into from member m where m.id = payer and m.org_code = ride.org_code), payer);
  end if;
  -- The code is locked before the members, as in `charge`.
  if ride.consume_type = 'GROUPCOUPON' then
    coupon := use_coupon(ride.org_code, call ->> 'couponCode', key, at_time, ride.rule_id, payer);
    amount := price_of(ride.consume_type, ride.price_mode, ride.price, ride.people, (coupon ->> 'value')::bigint);
  elsif is_own_coupon(call ->> 'couponCode') then
    coupon := take_coupon_code(ride.org_code, call ->> 'couponCode', '{"field": "groupNumber"}', 'discount', payer, ride.rule_id, key, at_time);
  end if;
  if payer is distinct from ride.member_id and ride.member_id is not null then
    -- Two members change: a fixed lock order avoids deadlocks between two such charges.
    perform 1 from member m where m.id in (ride.member_id, payer) and m.org_code = ride.org_code order by m.id for no key update;
    perform release_holds(array[play_id], at_time);
  end if;
  if payer is not null then
    visited_on := (ride.created_at at time zone venue.time_zone) - make_interval(hours => venue.day_start_hour);
    perform lock_payer(ride.org_code, payer, takes_member, password_hash, visited_on, at_time);
  end if;
  if payer is distinct from ride.member_id and (is_balance or ride.consume_type = 'BALANCEANDINTEGRAL') then
    -- The price was not agreed with this payer, so it uses the payer's level.
    ride.price := ride.price + ride.discount;
    ride.discount := member_discount(ride.price, ride.level_discount, ride.org_code, payer);
    ride.price := ride.price - ride.discount;
    amount := price_of(ride.consume_type, ride.price_mode, ride.price, ride.people);
  end if;
  if coupon is not null and ride.consume_type <> 'GROUPCOUPON' then
    level_discount := ride.discount * charged_people(ride.price_mode, ride.people);
    perform refuse_discount(off, level_discount);
    -- It replaces the discount of the level. The record keeps the price that was agreed at the start.
    ride.price := ride.price + ride.discount;
    ride.discount := 0;
    unused := amount - price_of(ride.consume_type, ride.price_mode, ride.price, ride.people, null, off);
    amount := amount - unused;
  end if;

  cause := ('consume', key, ride.org_code, operator, cashier, terminal, at_time,
    (at_time at time zone venue.time_zone) - make_interval(hours => venue.day_start_hour),
    open_shift(ride.org_code, terminal, operator), null)::ledger_cause;
  if payer = ride.member_id and takes_member then
    -- Everything held at the start, even if it has ended since, without what a coupon takes off.
    reserved := amount + unused;
    if ride.consume_type in ('FREQUENCY', 'PLAYFREELY') then
      reserved := null;
    elsif not is_balance then
      reserved := reserved + case when ride.consume_type in ('INTEGRAL', 'BALANCEANDINTEGRAL') then ride.integral * charged_people(ride.price_mode, ride.people)
        when ride.consume_type = 'QUAN' then ride.laps
        when ride.consume_type = 'COIN' then ride.coins * charged_people(ride.price_mode, ride.people) else 0 end;
    end if;
    if (reserved > 0) is not false then
      taken := capture_hold(cause, play_id, reserved, unused, venue.charge_order);
    end if;
  end if;
  if taken is not null then
    foreach part in array taken loop
      case part.account
        when 'balance' then paid := part.before - part.after;
        when 'give' then gift := part.before - part.after;
        when 'integral' then points := part.before - part.after;
        when 'coins' then coins := part.before - part.after;
        when 'frequency' then visits := visits + part.before - part.after;
        when 'unlimited' then null;
        else rounds := part.before - part.after;
      end case;
    end loop;
  elsif is_balance then
    if amount > 0 then
      -- Nothing is held for this payer: the order was made offline, or another member pays.
      free := free_money(ride.org_code, payer, at_time);
      paid := split_paid(amount, free.balance, free.give, venue.charge_order);
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
      jsonb_build_object('consume_type', ride.consume_type, 'price_mode', ride.price_mode, 'price', ride.price, 'deposit', deposit,
        'integral', ride.integral, 'frequency', ride.frequency, 'laps', ride.laps, 'coins', ride.coins, 'project_type', ride.project_type,
        'coupon_value', coupon -> 'value', 'off', off),
      ride.people, 1, venue.charge_order, pay_mode, case when takes_member then spendable(ride.org_code, payer, at_time) end);
    if jsonb_typeof(lines) = 'object' then
      perform refuse(lines ->> 'code', lines || '{"field": "userId"}');
    elsif pay_mode <> 'scan' and lines <> '[]' then
      posted := post(
        jsonb_build_object('kind', 'consume', 'id', key, 'orgCode', ride.org_code, 'operatorId', operator, 'cashierId', cashier,
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
    coins := sums.coins;
  end if;
  if pay_mode = 'scan' then
    perform start_payment(call -> 'payment' || jsonb_build_object('orgCode', ride.org_code, 'amount', amount + deposit,
      'subject', venue.name || ' ' || ride.rule_name, 'cashierId', cashier, 'terminalId', terminal));
    update play_record p set state = 'NOPAY', settled_at = null, settled_by = null
      where p.id = play_id and p.org_code = ride.org_code;
  elsif payer is not null and ride.experience > 0 then
    perform add_experience(payer, ride.org_code, ride.experience, at_time, call);
  end if;
  settled := settled_ride(ride, call, payer, cashier_name, counter_name);
  sold := new_order(settled, key, array[play_id], pay_mode, call ->> 'usageMode', ride.people, amount, deposit,
    received_cash((call ->> 'received')::bigint, amount + deposit, pay_mode), call ->> 'locale', at_time, paid, gift, points, rounds, visits,
    coalesce(coupon ->> 'code', ''), coalesce(play_state, 'PENDING'), ride.member_id, coins,
    p_off => off);
  perform store_orders(array[sold]);
  if payer is distinct from ride.member_id then
    update play_record set member_id = payer, price = ride.price, discount = ride.discount where id = play_id and org_code = ride.org_code;
  end if;
  perform store_audit_entries(array[settled_entry(call, sold)]);
  -- The store that changed; null where the call was answered before.
  return ride.org_code;
end
$$;
