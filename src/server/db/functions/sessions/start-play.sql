-- Starts a pending ride in one round trip: record, run, hold, queue number and print job. Returns {answer, repeated, orgCode,
-- refusalSettled}: the answer stored under the key, whether it was answered before (then nothing has changed), the store that changed, and
-- whether an earlier refusal of this start was closed.
--
-- Lock order: vehicle, uses of the rule, the store's limit, member, queue number; it avoids deadlocks between starts. An offline start has
-- already happened: a busy vehicle, an empty wallet or a changed rule does not refuse it. One that was also paid is settled at once
-- (`pay_offline`), at the price shown to the guest.
create or replace function start_play(
  /*
   * scope, scopeEnd: the caller's; userId, username, realname, userOrgCode, ip, requestId, kind, request, waitedMs: the caller and the
   * call, for the audit trail; key (also the record's id), path, bodyHash: identify the call in request_key; locale: of the ticket;
   * gameLogId, queueEntryId: new ids; ruleId, vehicleId, memberId, runMode, racer, remark, people, printId, offline, terminalTicket: the
   * start; laps, minutes: what the rule gave at an offline start, or null; operatorId: who worked at the terminal then, or null; paid: {id,
   * by, amount, deposit, refusal, statement: {amount, at}} of its offline payment, in fen, or null; startedAt: when it began, formatted as
   * in the answer; inputRefusal: why the input is invalid; signedBy, terminalId, proofRefusal: the terminal that signed, the
   * one that is named, and why the signature is refused (refusals are {code, details}, or null); cashierId, tokenHash: the cashier, and the
   * sign-in to which cashier proofs belong; passwordHash: the hash that the member's password matched; photoId, noPhoto: the racer's photo,
   * or why there is none; now.
   */
  call jsonb
) returns jsonb language plpgsql as $$
declare
  key constant uuid := call ->> 'key';
  /* Whom record, order and ledger name; the audit trail names the caller. */
  operator uuid := call ->> 'userId';
  operator_name text := call ->> 'realname';
  member text := call ->> 'memberId';
  mode constant text := call ->> 'runMode';
  racer constant text := call ->> 'racer';
  remark constant text := call ->> 'remark';
  offline constant boolean := call ->> 'offline';
  paid constant jsonb := nullif(call -> 'paid', 'null');
  print_id constant text := call ->> 'printId';
  started_at constant timestamptz := call ->> 'startedAt';
  cashier uuid := call ->> 'cashierId';
  cashier_name text;
  at_time constant timestamptz := call ->> 'now';
  answer jsonb;
  rule record;
  worker record;
  place record;
  counter terminal;
  wanted record;
  held boolean := false;
  occupant text;
  conflict boolean := false;
  rule_conflict jsonb;
  people integer := call ->> 'people';
  ride play_record;
  unpaid text;
  day date;
  begun run;
  first_choice uuid;
  jobs print_job[];
  ticket jsonb;
  settled boolean := false;
  /* The level discount on one charge. */
  discount bigint := 0;
begin
  answer := begin_call(call);
  if answer is not null then
    return jsonb_build_object('answer', answer, 'repeated', true);
  end if;
  if call -> 'inputRefusal' <> 'null' then
    perform refuse(call #>> '{inputRefusal,code}', call #> '{inputRefusal,details}');
  end if;

  select r.*, s.name as store_name, s.time_zone, s.day_start_hour, s.queue_prefix, s.hung_order_limit, s.trial_limit,
    s.cashier_required, s.agreement_mode, s.charge_order, s.apps
    into rule
    from consume_rule r join store s on s.org_code = r.org_code
    where r.id = (call ->> 'ruleId')::uuid and (r.active or paid is not null) and (offline or starts_rides(r));
  if not found then
    perform refuse('sessions.ruleNotFound', '{"field": "ruleId"}');
  elsif paid is null and 'XWHF' <> all (rule.apps) then
    perform refuse('sessions.payLaterOff');
  elsif mode = 'circlemode' and rule.laps = 0 then
    rule_conflict := jsonb_build_object('code', 'sessions.noLapMode');
  elsif mode = 'timermode' and (rule.minutes = 0 or rule.consume_type = 'QUAN') then
    rule_conflict := jsonb_build_object('code', 'sessions.noTimerMode');
  end if;
  if offline then
    -- As on the guest's ticket; terminals of earlier versions do not report them.
    rule.laps := coalesce((call ->> 'laps')::integer, rule.laps);
    rule.minutes := coalesce((call ->> 'minutes')::integer, rule.minutes);
  elsif rule_conflict is not null then
    perform refuse(rule_conflict ->> 'code', jsonb_build_object('field', 'consumeVehicleMode', 'rule', rule.name));
  end if;
  -- Types that one person rides, whatever number was sent (spec §4).
  if rule.consume_type in ('PLAYFREELY', 'TESTCARD') then
    people := 1;
  end if;
  if call -> 'proofRefusal' <> 'null' then
    perform refuse(call #>> '{proofRefusal,code}', call #> '{proofRefusal,details}');
  end if;
  if offline or call ->> 'signedBy' is not null or call ->> 'terminalId' is not null then
    counter := starting_terminal((call ->> 'signedBy')::uuid, (call ->> 'terminalId')::uuid, offline, rule.org_code);
  end if;

  if offline and call ->> 'signedBy' is not null then
    -- The terminal knew who was signed in; another user of the store may send it, also after that one has left.
    select u.id, u.realname into worker from user_account u where u.id = (call ->> 'operatorId')::uuid;
    if found and works_at(worker.id, rule.org_code) then
      operator := worker.id;
      operator_name := worker.realname;
    end if;
  end if;
  if not offline then
    cashier_name := require_cashier(call, rule.org_code, rule.cashier_required = 'YES', (call ->> 'signedBy')::uuid);
  elsif cashier is not null then
    -- The terminal has checked the password, and the guest has driven: a cashier who may not be named is left out.
    cashier := (select u.id from user_account u where u.id = cashier and call ->> 'signedBy' is not null
      and serves_at(u, rule.org_code));
    select u.realname into cashier_name from user_account u where u.id = cashier;
  end if;

  select v.id, v.name, v.condition, v.seats, v.kept_by, v.delay_stop_seconds into place
    from vehicle v where v.id = (call ->> 'vehicleId')::uuid and v.org_code = rule.org_code for update;
  if not found then
    perform refuse('sessions.vehicleNotFound', '{"field": "vehicleId"}');
  end if;
  if place.seats > 0 and people > place.seats and not offline then
    perform refuse('sessions.tooManyPeople',
      jsonb_build_object('field', 'people', 'vehicle', place.name, 'seats', place.seats));
  end if;
  if not offline then
    perform refuse_emergency(place.id, rule.org_code, place.name);
  end if;
  select r.started_by into occupant from run_on(place.id, rule.org_code, at_time) r;
  conflict := found or place.condition <> 'ready' or place.kept_by <> '';
  if conflict and not offline then
    if place.condition <> 'ready' then
      perform refuse('sessions.vehicleUnavailable',
        jsonb_build_object('field', 'vehicleId', 'vehicle', place.name, 'state', place.condition));
    end if;
    perform refuse(case when place.kept_by = '' then 'sessions.vehicleTaken' else 'sessions.vehicleKept' end,
      jsonb_build_object('field', 'vehicleId', 'vehicle', place.name, 'by', coalesce(occupant, place.kept_by)));
  end if;

  -- In the store's time zone; hours before the day's start belong to the day before.
  day := (started_at at time zone rule.time_zone) - make_interval(hours => rule.day_start_hour);
  if member is not null then
    -- The number of a merged member still names them, above all at offline terminals.
    member := coalesce((select m.merged_into from member m where m.id = member and m.org_code = rule.org_code), member);
  end if;
  if rule.consume_type in ('BALANCE', 'BALANCEANDINTEGRAL') and paid ->> 'by' is distinct from 'cash' then
    discount := member_discount(rule.price, rule.level_discount, rule.org_code, member);
    rule.price := rule.price - discount;
  end if;
  -- Skipped for most rules, which have no limits of members, times or uses.
  if rule.limited or rule.use_mode = 'lineup' or rule.member_level <> '' or rule.member_days <> '{}' then
    rule_conflict := coalesce(rule_conflict, use_refusal(rule.id, rule.org_code, member, started_at));
  end if;
  rule_conflict := coalesce(rule_conflict, once_refusal(rule.name, rule.price_mode, rule.once_people, people));
  if rule_conflict is not null and not offline then
    perform refuse(rule_conflict ->> 'code', rule_conflict -> 'details');
  end if;
  if paid is not null then
    -- At the price shown to the guest. Not a pending ride, so it counts towards no limit of those.
    rule.consume_type := case paid ->> 'by' when 'cash' then 'NOCARDCONSUME' else 'BALANCE' end;
    if price_of(rule.consume_type, rule.price_mode, rule.price, people) <> (paid ->> 'amount')::bigint then
      rule.price := paid ->> 'amount';
      rule.level_discount := false;
      discount := 0;
      rule.price_mode := 'one';
      rule_conflict := coalesce(rule_conflict, '{"code": "sessions.priceChanged"}');
    end if;
    rule.deposit := case paid ->> 'by' when 'cash' then (paid ->> 'deposit')::bigint else 0 end;
    if paid ->> 'by' = 'cash' and member is not null
      and not exists (select from member m where m.id = member and m.org_code = rule.org_code) then
      -- Cash that has changed hands is never refused: a member whom the store does not have is left out.
      member := null;
      rule_conflict := coalesce(rule_conflict, '{"code": "members.notFound"}');
    end if;
  end if;

  begun := new_run((call ->> 'gameLogId')::uuid, rule.org_code, key, place.id, mode, racer, rule.laps, rule.minutes,
    place.delay_stop_seconds, coalesce(counter.name, operator_name), started_at, at_time, conflict);
  perform store_runs(array[begun]);
  -- In the order of the table's columns.
  ride := row(key, rule.org_code, started_at, now(), 'PENDING', '', case when offline then call ->> 'terminalTicket' else '' end, 0, begun.id,
    null, null, member, racer, rule.id, rule.name, rule.consume_type, mode, rule.laps, rule.minutes, people, rule.price_mode, rule.price,
    rule.deposit, rule.integral, rule.frequency, place.id, place.name, remark, print_id, counter.id, coalesce(counter.name, ''), operator,
    operator_name, offline, conflict, null, null, cashier, coalesce(cashier_name, ''), rule.project_type, rule.experience,
    rule.ranked, '', discount, rule.level_discount, rule.coins)::play_record;
  if paid is not null then
    unpaid := pay_offline(ride, paid, rule.experience, rule.charge_order, call ->> 'locale', day, at_time, call);
    if unpaid = '' then
      ride.state := 'CONSUMED';
      ride.consume_id := paid ->> 'id';
      ride.settled_at := started_at;
      ride.settled_by := operator;
    else
      rule_conflict := jsonb_build_object('code', unpaid);
    end if;
  elsif member is null then
    perform require_trial_limit(rule.org_code, day, rule.time_zone, rule.day_start_hour, rule.trial_limit);
  else
    if (rule.agreement_mode = 'block' or rule.needs_agreement) and not offline then
      perform require_agreement(rule.org_code, member, at_time);
    end if;
    perform require_pending_ride_limit(rule.org_code, rule.hung_order_limit);
    wanted := value_to_hold(rule.consume_type, rule.price_mode, rule.price, rule.integral, rule.laps, rule.coins, people);
    held := take_hold(key, rule.org_code, member, wanted.held_money, wanted.held_integral, wanted.held_laps,
      wanted.held_coins, wanted.held_give, rule.charge_order, not offline, call ->> 'passwordHash', started_at, at_time,
      visit_terms(rule.consume_type, rule.price_mode, rule.frequency, rule.project_type, people));
  end if;
  if rule.gather_face then
    perform store_ride_photo(rule.org_code, key, array[key], (call ->> 'photoId')::uuid, call ->> 'noPhoto', offline);
  end if;
  ride.rule_conflict := coalesce(rule_conflict ->> 'code', '');

  -- Last, because the store's other starts wait for the number.
  ride.queue_number := next_queue_number(rule.org_code, day);
  ride.ticket_no := case when ride.terminal_ticket <> '' then ride.terminal_ticket
    else ticket_no_of(rule.queue_prefix, ride.queue_number) end;
  perform store_rides(array[ride]);
  perform store_queue_entries(array[new_queue_entry((call ->> 'queueEntryId')::uuid, ride, begun.state, day, null)]);
  ticket := ride_ticket(ride, rule.store_name, rule.time_zone, call ->> 'locale', '',
    case when member is not null then (select best.ms from member_best(rule.org_code, member, rule.id) best) end);
  if offline then
    update sync_refusal set state = 'settled', closed_at = at_time, closed_by = (call ->> 'userId')::uuid
      where id = key and state <> 'settled';
    settled := found;
  else
    first_choice := case when print_id = '' or print_id = counter.print_id then counter.id end;
    jobs := array[new_print_job(key, rule.org_code, ticket, 0, print_id, first_choice, at_time)];
    if rule.use_bracelet then
      -- Unlike the ticket these are not printed from the answer: a counter without a printer leaves them to the other terminals at once.
      jobs := jobs || wristband_job(ride, ticket, rule.bracelet_count, case when has_printer(counter) then first_choice end);
    end if;
    perform store_print_jobs(jobs);
  end if;
  answer := jsonb_build_object('message', null, 'result', jsonb_build_object('id', key, 'playState', ride.state,
    'gameLogId', ride.run_id, 'paiduiNumber', ride.queue_number, 'ticketNo', ride.ticket_no, 'vehicleName', place.name,
    'startedAt', call ->> 'startedAt', 'hold', case when held then 'held' else 'none' end, 'ticket', ticket));
  perform store_request_keys(array[request_key_of(call, rule.org_code, answer)]);
  perform store_audit_entries(array[audit_entry_of(call, call ->> 'userOrgCode', call ->> 'kind', key::text, (call ->> 'request')::jsonb,
    p_cost_ms => call_cost_ms(call))]);
  return jsonb_build_object('answer', answer, 'repeated', false, 'orgCode', rule.org_code, 'refusalSettled', settled);
end
$$;
