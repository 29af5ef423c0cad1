-- Charges by a rule and starts or queues the rides in one round trip: order, wallets and ledger, records, runs, numbers and print jobs. A
-- scan payment reserves everything until `pay_order` or `close_order` ends it. Returns {answer, repeated, orgCode}: the answer stored under
-- the key, whether it was answered before, and the store that changed.
--
-- Lock order: vehicles, uses of the rule, coupon, member, items in stock, queue number.
create or replace function charge(
  /*
   * scope, scopeEnd, key, path, bodyHash, userId, username, realname, userOrgCode, ip, requestId, kind, request, waitedMs: as for
   * `start_play`; locale: of the tickets; inputRefusal, proofRefusal: {code, details} or null; signedBy, terminalId, cashierId, tokenHash,
   * passwordHash: as there; ruleId, consumeType, runMode, usageMode, guestPayMode, vehicleIds, memberId, people, couponCode, racer, remark,
   * printId: the charge; payment: the argument of `start_payment` without the price; payRefusal: why the guest's pay code is refused, {code,
   * details} or null; photoId, noPhoto: the racer's photo, or why there is none; mayTest: whether the caller may start test drives; byToken:
   * whether the caller is a program, which takes no cash; kiosk: {pays, prefix, prints} of a kiosk: its payment methods, the prefix of its
   * tickets and whether they are printed; else null; cart: products sold with the ride, as for `cart_lines`, missing where there are none;
   * rideIds, runIds, entryIds: new ids, enough for each vehicle; now.
   */
  call jsonb
) returns jsonb language plpgsql as $$
declare
  key constant uuid := call ->> 'key';
  operator constant uuid := call ->> 'userId';
  cashier constant uuid := call ->> 'cashierId';
  at_time constant timestamptz := call ->> 'now';
  waits constant boolean := call ->> 'usageMode' = 'lineup';
  vehicle_ids constant uuid[] := array(select jsonb_array_elements_text(call -> 'vehicleIds')::uuid);
  rides constant integer := greatest(1, cardinality(vehicle_ids));
  member text := call ->> 'memberId';
  people integer := call ->> 'people';
  answer jsonb;
  at_hand record;
  rule consume_rule;
  venue store;
  counter terminal;
  cashier_name text;
  wanted record;
  known record;
  names text[] := '{}';
  seats integer[] := '{}';
  spread integer[];
  takes_member boolean;
  /* Who pays, where that is a member of another store of the chain; `member` is null then. */
  visitor member;
  refusal jsonb;
  coupon jsonb;
  pay_mode text;
  amount bigint;
  /* Of the amount: what is paid in money. */
  due bigint;
  deposit bigint;
  /* The level discount on one charge, and what a discount coupon takes off the order instead. */
  discount bigint := 0;
  off bigint;
  day date;
  lines jsonb;
  cause jsonb;
  entries jsonb := '[]';
  posted jsonb := '[]';
  /* What the payer can spend, and how their store takes money from paid and gift balance. */
  has jsonb;
  charge_order text;
  taken record;
  delays integer[] := '{}';
  ride play_record;
  openings ride_opening[] := '{}';
  play_ids uuid[];
  sold consume_order;
  /* The cash received from a guest; null where not entered. */
  received bigint;
  /* The products sold with the ride, what they cost, and how much of that the gift balance pays. */
  goods order_line[] := '{}';
  goods_amount bigint := 0;
  goods_give bigint := 0;
begin
  answer := begin_call(call);
  if answer is not null then
    return jsonb_build_object('answer', answer, 'repeated', true);
  end if;

  select r as rule, s as venue into at_hand from consume_rule r join store s on s.org_code = r.org_code
    where r.id = (call ->> 'ruleId')::uuid and r.active and starts_rides(r);
  rule := at_hand.rule;
  venue := at_hand.venue;
  if call ->> 'signedBy' is not null or call ->> 'terminalId' is not null then
    select t.* into counter from terminal t
      where t.id = coalesce(call ->> 'signedBy', call ->> 'terminalId')::uuid and t.org_code = rule.org_code;
  end if;
  -- Types that one person rides, whatever number was sent (spec §4). A test drive has no member.
  if rule.consume_type in ('PLAYFREELY', 'TESTCARD') then
    people := 1;
  end if;
  if rule.consume_type = 'TESTCARD' then
    member := null;
  end if;
  deposit := deposit_of(rule.consume_type, rule.deposit);
  if call ? 'cart' and rule.id is not null then
    if rule.consume_type in ('TESTCARD', 'GIFT') then
      perform refuse('products.soldApart', '{"field": "lines"}');
    end if;
    goods := cart_lines(rule.org_code, key, call -> 'cart', at_time);
    -- The ride's coupon is locked as well, and two batches have no common order.
    if call ->> 'couponCode' <> '' and exists (select from unnest(goods) l where l.batch_id is not null) then
      perform refuse('products.couponApart', '{"field": "lines"}');
    end if;
    goods_amount := cart_amount(goods);
  end if;
  off := coupon_off(rule.org_code, call ->> 'couponCode', rule.consume_type,
    price_of(rule.consume_type, rule.price_mode, rule.price, people));
  pay_mode := pay_mode_of(rule.consume_type, rule.price_mode, rule.price, rule.deposit, people, call ->> 'guestPayMode',
    goods_amount, off);
  takes_member := pay_mode = 'balance';
  refusal := ride_refusal(call, rule, venue, counter, pay_mode);
  if refusal is not null then
    perform refuse(refusal ->> 'code', refusal -> 'details');
  end if;
  if cashier is not null then
    select u.realname into cashier_name from user_account u where u.id = cashier;
  end if;

  -- All or none: a second caller for a vehicle waits here and is then refused with the name of the first.
  for wanted in
    select v.id, v.name, v.condition, v.seats, v.kept_by, v.delay_stop_seconds, array_position(vehicle_ids, v.id) as at
      from vehicle v where v.id = any (vehicle_ids) and v.org_code = rule.org_code order by v.id for update
  loop
    names[wanted.at] := wanted.name;
    seats[wanted.at] := wanted.seats;
    delays[wanted.at] := wanted.delay_stop_seconds;
    perform refuse_vehicle(wanted.id, rule.org_code, wanted.name, wanted.condition, wanted.kept_by, waits, at_time);
  end loop;
  if cardinality(array_remove(names, null)) < cardinality(vehicle_ids) then
    perform refuse('sessions.vehicleNotFound', '{"field": "vehicleId"}');
  end if;
  spread := case when cardinality(vehicle_ids) = 0 then array[people] else people_on_vehicles(people, seats) end;
  if spread is null then
    perform refuse('sessions.tooManyPeople', jsonb_build_object('field', 'people', 'vehicle', array_to_string(names, ', '),
      'seats', (select sum(s) from unnest(seats) s)));
  end if;

  day := (at_time at time zone venue.time_zone) - make_interval(hours => venue.day_start_hour);
  if member is not null then
    select coalesce(m.merged_into, m.id) as id into known from member m where m.id = member and m.org_code = rule.org_code;
    if found then
      member := known.id;
    elsif (call -> 'kiosk' <> 'null') is not true then
      visitor := visitor_by_number(rule.org_code, member);
      member := case when visitor.id is null then member end;
    end if;
  end if;
  -- Skipped for most rules, which have no limits of members, times or uses.
  if rule.limited or rule.use_mode <> 'both' or rule.use_bracelet or rule.member_level <> '' or rule.member_days <> '{}' then
    refusal := use_refusal(rule.id, rule.org_code, member, at_time, waits, rides);
    if refusal is not null then
      perform refuse(case when visitor.id is not null and refusal ->> 'code' = 'sessions.ruleMembersOnly' then 'sessions.ruleOwnMembersOnly'
        else refusal ->> 'code' end, refusal -> 'details' || '{"field": "sysDepartConsumeRoleId"}');
    end if;
  end if;
  if rule.consume_type = 'GROUPCOUPON' then
    coupon := use_coupon(rule.org_code, call ->> 'couponCode', key, at_time, rule.id, member);
  elsif is_own_coupon(call ->> 'couponCode') then
    coupon := take_coupon_code(rule.org_code, call ->> 'couponCode', '{"field": "groupNumber"}', 'discount', member, rule.id, key, at_time);
  end if;
  if goods <> '{}' then
    perform lock_sold_batches(goods, rule.org_code, member);
  end if;
  if member is not null then
    if venue.agreement_mode = 'block' or rule.needs_agreement then
      perform require_agreement(rule.org_code, member, at_time);
    end if;
    perform lock_payer(rule.org_code, member, takes_member, call ->> 'passwordHash', day, at_time);
    discount := member_discount(rule.price, rule.level_discount and rule.consume_type in ('BALANCE', 'BALANCEANDINTEGRAL'), rule.org_code,
      member);
    if takes_member then
      has := spendable(rule.org_code, member, at_time);
    end if;
  elsif visitor.id is not null and takes_member then
    select v.has, v.charge_order into has, charge_order from lock_visitor(rule.org_code, visitor,
      venue.agreement_mode = 'block' or rule.needs_agreement, call ->> 'passwordHash', day, at_time) v;
  end if;
  if coupon is not null and rule.consume_type <> 'GROUPCOUPON' then
    perform refuse_discount(off, discount * charged_people(rule.price_mode, people));
    -- Where one charge is the whole order, its record has the lowered price.
    discount := case charged_people(rule.price_mode, people) when 1 then off else 0 end;
    off := off - discount;
  end if;
  amount := price_of(rule.consume_type, rule.price_mode, rule.price - discount, people, (coupon ->> 'value')::bigint, off) + goods_amount;
  due := case rule.consume_type when 'GROUPCOUPON' then goods_amount else amount end;
  lines := charge_lines(
    jsonb_build_object('consume_type', rule.consume_type, 'price_mode', rule.price_mode, 'price', rule.price - discount, 'deposit', deposit,
      'integral', rule.integral, 'frequency', rule.frequency, 'laps', rule.laps, 'coins', rule.coins, 'project_type', rule.project_type,
      'coupon_value', coupon -> 'value', 'goods', goods_amount, 'off', off),
    people, rides, coalesce(charge_order, venue.charge_order), pay_mode, has);
  if jsonb_typeof(lines) = 'object' then
    perform refuse(lines ->> 'code', lines || '{"field": "userId"}');
  end if;
  received := received_cash((call ->> 'received')::bigint, due + deposit, pay_mode);
  if pay_mode <> 'scan' and lines <> '[]' then
    -- Loops, because PL/pgSQL evaluates their expressions without a query.
    for place in 0 .. jsonb_array_length(lines) - 1 loop
      entries := entries || (lines -> place || jsonb_build_object('member', member));
    end loop;
    cause := jsonb_build_object('kind', 'consume', 'id', key, 'orgCode', rule.org_code, 'operatorId', operator, 'cashierId', cashier,
      'terminalId', counter.id, 'now', at_time);
    posted := case when charge_order is null then post(cause, entries)
      else post_visit(cause, visitor.org_code, visitor.id, entries) end;
    for place in 0 .. jsonb_array_length(lines) - 1 loop
      lines := jsonb_set(lines, array[place::text], lines -> place || (posted -> place));
    end loop;
  end if;
  if goods <> '{}' then
    perform take_goods(jsonb_build_object('id', key, 'operatorId', operator, 'operatorName', call ->> 'realname', 'terminalId', counter.id,
      'now', at_time), goods, member);
  end if;
  if pay_mode = 'scan' then
    -- Reserves the vehicles until the payment has ended.
    update vehicle v set kept_for = key, kept_by = coalesce(counter.name, call ->> 'realname')
      where v.id = any (vehicle_ids) and v.org_code = rule.org_code and not waits;
    perform start_payment(call -> 'payment' || jsonb_build_object('orgCode', rule.org_code, 'amount', due + deposit,
      'subject', venue.name || ' ' || rule.name, 'cashierId', cashier, 'terminalId', counter.id));
  elsif member is not null and rule.experience > 0 then
    perform add_experience(member, rule.org_code, rule.experience * rides, at_time, call);
  end if;

  if rule.gather_face then
    perform store_ride_photo(rule.org_code, key, array(select jsonb_array_elements_text(call -> 'rideIds')::uuid limit rides),
      (call ->> 'photoId')::uuid, call ->> 'noPhoto');
  end if;

  for place in 1 .. rides loop
    ride := new_ride(call, place, rule, counter, vehicle_ids[place], names[place], member, spread[place], cashier_name, discount,
      pay_mode <> 'scan', at_time);
    openings := openings || (ride, case when not waits then new_run((call -> 'runIds' ->> (place - 1))::uuid, rule.org_code, ride.id,
        ride.vehicle_id, ride.run_mode, ride.racer, ride.laps, ride.minutes, delays[place], coalesce(counter.name, call ->> 'realname'),
        at_time, at_time) end,
      (call -> 'entryIds' ->> (place - 1))::uuid, day, coalesce(call -> 'kiosk' ->> 'prefix', venue.queue_prefix), venue.queue_minutes,
      venue.name, venue.time_zone, call ->> 'locale',
      case when received is not null then jsonb_build_object('by', 'cash', 'amount', due / 100.0, 'deposit', deposit / 100.0,
        'received', received / 100.0) end,
      (call -> 'kiosk' ->> 'prints')::boolean is not false,
      case when ride.print_id = '' or ride.print_id = counter.print_id then counter.id end,
      case when rule.use_bracelet then rule.bracelet_count else 0 end)::ride_opening;
    play_ids := play_ids || ride.id;
  end loop;
  taken := wallets_taken(posted);
  if taken.give > 0 then
    goods_give := div(taken.give::numeric * goods_amount, taken.balance + taken.give);
  end if;
  sold := new_order(ride, key, play_ids, pay_mode, call ->> 'usageMode', people, amount, deposit, received, call ->> 'locale', at_time,
    taken.balance, taken.give, taken.integral, taken.laps, taken.visits, coalesce(coupon ->> 'code', ''), p_coins => taken.coins,
    p_goods => goods_amount, p_goods_give => goods_give, p_off => off);
  if charge_order is not null then
    sold.home_org_code := visitor.org_code;
    sold.home_member_id := visitor.id;
  end if;
  if goods <> '{}' then
    goods := array_prepend(plain_line(sold, 0, 'ride', rule.name, amount - goods_amount), goods);
    if deposit > 0 then
      goods := goods || plain_line(sold, cardinality(goods), 'deposit', rule.name, deposit);
    end if;
    call := call || jsonb_build_object('goods', sold_lines(goods));
  end if;
  answer := store_sales(array[(call, sold, lines, case when rule.use_bracelet then people * rule.bracelet_count else 0 end)::ride_sale],
    openings) -> key::text;
  if goods <> '{}' then
    perform store_order_lines(goods);
    perform sell_coupons(goods, member, call ->> 'realname', sold.state = 'nopay', at_time);
  end if;
  return answer;
end
$$;
