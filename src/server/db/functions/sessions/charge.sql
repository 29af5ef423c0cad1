-- Charges by a rule and starts or queues the rides in one round trip: order, wallets and ledger, records, runs, numbers and print jobs. A
-- scan payment reserves everything until `pay_order` or `close_order` ends it. Returns {answer, repeated, orgCode}: the answer stored under
-- the key, whether it was answered before, and the store that changed.
--
-- Lock order: vehicles, uses of the rule, coupon, member, queue number.
create or replace function charge(
  /*
   * scope, scopeEnd, key, path, bodyHash, userId, username, realname, userOrgCode, ip, requestId, kind, request, waitedMs: as for
   * `start_play`; locale: of the tickets; inputRefusal, proofRefusal: {code, details} or null; signedBy, terminalId, cashierId, tokenHash,
   * passwordHash: as there; ruleId, consumeType, runMode, usageMode, guestPayMode, vehicleIds, memberId, people, couponCode, racer, remark,
   * printId: the charge; payment: the argument of `start_payment` without the price; payRefusal: why the guest's pay code is refused, {code,
   * details} or null; photoId, noPhoto: the racer's photo, or why there is none; mayTest: whether the caller may start test drives; kiosk:
   * {pays, prefix, prints} of a kiosk: its payment methods, the prefix of its tickets and whether they are printed; else null; rideIds,
   * runIds, entryIds: new ids, enough for each vehicle; now.
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
  names text[] := '{}';
  seats integer[] := '{}';
  spread integer[];
  takes_member boolean;
  refusal jsonb;
  coupon jsonb;
  pay_mode text;
  amount bigint;
  deposit bigint;
  /* The level discount on one charge. */
  discount bigint := 0;
  day date;
  lines jsonb;
  posted jsonb := '[]';
  taken record;
  ride play_record;
  play_ids uuid[];
  sold consume_order;
  plays jsonb := '[]';
  ticket jsonb;
  best_ms integer;
  /* The cash received from a guest; null where not entered. */
  received bigint;
begin
  answer := begin_call(call);
  if answer is not null then
    return jsonb_build_object('answer', answer, 'repeated', true);
  end if;

  select r as rule, s as venue into at_hand from consume_rule r join store s on s.org_code = r.org_code
    where r.id = (call ->> 'ruleId')::uuid and r.active;
  rule := at_hand.rule;
  venue := at_hand.venue;
  if call ->> 'signedBy' is not null or call ->> 'terminalId' is not null then
    select t.* into counter from terminal t
      where t.id = coalesce(call ->> 'signedBy', call ->> 'terminalId')::uuid and t.org_code = rule.org_code;
  end if;
  takes_member := is_paid_by_member(rule.consume_type);
  -- Types that one person rides, whatever number was sent (spec §4). A test drive has no member.
  if rule.consume_type in ('PLAYFREELY', 'TESTCARD') then
    people := 1;
  end if;
  if rule.consume_type = 'TESTCARD' then
    member := null;
  end if;
  deposit := deposit_of(rule.consume_type, rule.deposit);
  pay_mode := pay_mode_of(rule.consume_type, rule.price_mode, rule.price, rule.deposit, people, call ->> 'guestPayMode');
  refusal := ride_refusal(call, rule, venue, counter, pay_mode);
  if refusal is not null then
    perform refuse(refusal ->> 'code', refusal -> 'details');
  end if;
  if cashier is not null then
    select u.realname into cashier_name from user_account u where u.id = cashier;
  end if;

  -- All or none: a second caller for a vehicle waits here and is then refused with the name of the first.
  for wanted in
    select v.id, v.name, v.condition, v.seats, v.kept_by, array_position(vehicle_ids, v.id) as at
      from vehicle v where v.id = any (vehicle_ids) and v.org_code = rule.org_code order by v.id for update
  loop
    names[wanted.at] := wanted.name;
    seats[wanted.at] := wanted.seats;
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
    member := coalesce((select m.merged_into from member m where m.id = member and m.org_code = rule.org_code), member);
  end if;
  -- Skipped for most rules, which have no limits of members, times or uses.
  if rule.limited or rule.use_mode <> 'both' or rule.use_bracelet or rule.member_level <> '' or rule.member_days <> '{}' then
    refusal := use_refusal(rule.id, rule.org_code, member, at_time, waits, rides);
    if refusal is not null then
      perform refuse(refusal ->> 'code', refusal -> 'details' || '{"field": "sysDepartConsumeRoleId"}');
    end if;
  end if;
  if rule.consume_type = 'GROUPCOUPON' then
    coupon := use_coupon(rule.org_code, call ->> 'couponCode', key, at_time, rule.id);
  end if;
  if member is not null then
    if venue.agreement_mode = 'block' or rule.needs_agreement then
      perform require_agreement(rule.org_code, member, at_time);
    end if;
    perform lock_payer(rule.org_code, member, takes_member, call ->> 'passwordHash', day, at_time);
    discount := member_discount(rule.price, rule.level_discount and rule.consume_type in ('BALANCE', 'BALANCEANDINTEGRAL'), rule.org_code,
      member);
  end if;
  amount := price_of(rule.consume_type, rule.price_mode, rule.price - discount, people, (coupon ->> 'value')::bigint);
  lines := charge_lines(
    jsonb_build_object('consume_type', rule.consume_type, 'price_mode', rule.price_mode, 'price', rule.price - discount, 'deposit', deposit,
      'integral', rule.integral, 'frequency', rule.frequency, 'laps', rule.laps, 'project_type', rule.project_type,
      'coupon_value', coupon -> 'value'),
    people, rides, venue.charge_order, pay_mode,
    case when takes_member then spendable(rule.org_code, member, at_time) end);
  if jsonb_typeof(lines) = 'object' then
    perform refuse(lines ->> 'code', lines || '{"field": "userId"}');
  end if;
  received := received_cash((call ->> 'received')::bigint, amount + deposit, pay_mode);
  if pay_mode <> 'scan' and lines <> '[]' then
    posted := post(
      jsonb_build_object('kind', 'consume', 'id', key, 'orgCode', rule.org_code, 'operatorId', operator, 'cashierId', cashier,
        'terminalId', counter.id, 'now', at_time),
      (select jsonb_agg(l || jsonb_build_object('member', member) order by place)
        from jsonb_array_elements(lines) with ordinality as one (l, place)));
    lines := (select jsonb_agg(l || (posted -> (place - 1)::integer) order by place)
      from jsonb_array_elements(lines) with ordinality as one (l, place));
  end if;
  if pay_mode = 'scan' then
    -- Reserves the vehicles until the payment has ended.
    update vehicle v set kept_for = key, kept_by = coalesce(counter.name, call ->> 'realname')
      where v.id = any (vehicle_ids) and v.org_code = rule.org_code and not waits;
    perform start_payment(call -> 'payment' || jsonb_build_object('orgCode', rule.org_code, 'amount', amount + deposit,
      'subject', venue.name || ' ' || rule.name, 'cashierId', cashier, 'terminalId', counter.id));
  elsif member is not null and rule.experience > 0 then
    perform add_experience(member, rule.org_code, rule.experience * rides, at_time, call);
  end if;

  if rule.gather_face then
    perform store_ride_photo(rule.org_code, key, array(select jsonb_array_elements_text(call -> 'rideIds')::uuid limit rides),
      (call ->> 'photoId')::uuid, call ->> 'noPhoto');
  end if;

  if member is not null then
    best_ms := (select best.ms from member_best(rule.org_code, member, rule.id) best);
  end if;
  for place in 1 .. rides loop
    ride := new_ride(call, place, rule, counter, vehicle_ids[place], names[place], member, spread[place], cashier_name, discount);
    ticket := null;
    if pay_mode <> 'scan' then
      ride := open_ride(ride, case when not waits then (call -> 'runIds' ->> (place - 1))::uuid end,
        (call -> 'entryIds' ->> (place - 1))::uuid, coalesce(counter.name, call ->> 'realname'),
        coalesce(call -> 'kiosk' ->> 'prefix', venue.queue_prefix), day, at_time);
      ticket := ride_ticket(ride, venue.name, venue.time_zone, call ->> 'locale', guest_key_of(ride), best_ms);
      if received is not null then
        ticket := ticket || jsonb_build_object('paid', jsonb_build_object('by', 'cash', 'amount', amount / 100.0,
          'deposit', deposit / 100.0, 'received', received / 100.0));
      end if;
      if (call -> 'kiosk' ->> 'prints')::boolean is not false then
        perform add_print_job(ride.id, rule.org_code, ticket, 0, ride.print_id,
          case when ride.print_id = '' or ride.print_id = counter.print_id then counter.id end, at_time);
      end if;
      if rule.use_bracelet then
        perform add_wristbands(rule.id, rule.org_code, ticket, ride.print_id,
          case when ride.print_id = '' or ride.print_id = counter.print_id then counter.id end, at_time);
      end if;
    end if;
    insert into play_record select (ride).*;
    play_ids := play_ids || ride.id;
    plays := plays || charged_play(ride, ticket);
  end loop;
  taken := wallets_taken(posted);
  sold := new_order(ride, key, play_ids, pay_mode, call ->> 'usageMode', people, amount, deposit, received, call ->> 'locale', at_time,
    taken.balance, taken.give, taken.integral, taken.laps, taken.visits, coalesce(coupon ->> 'code', ''));
  perform store_orders(array[sold]);
  answer := jsonb_build_object('message', key, 'result', jsonb_build_object('id', key,
    'payState', sold.state, 'payMode', pay_mode, 'usageMode', sold.usage_mode, 'amount', amount, 'discount', sold.discount, 'deposit', deposit, 'lines', lines,
    'bracelets', case when rule.use_bracelet then people * rule.bracelet_count else 0 end, 'plays', plays));
  perform store_request_keys(array[request_key_of(call, rule.org_code, answer)]);
  perform store_audit_entries(array[audit_entry_of(call, call ->> 'userOrgCode', call ->> 'kind', key::text, (call ->> 'request')::jsonb,
    p_cost_ms => call_cost_ms(call))]);
  return jsonb_build_object('answer', answer, 'repeated', false, 'orgCode', rule.org_code);
end
$$;
