-- Charges many members and starts their rides in a few statements. Equals `charge` for a ride paid by money on one vehicle in the common
-- case; it leaves calls that would have to wait, be refused or need other checks to `charge`. Returns {key: the answer of charge} of the
-- calls that were charged.
--
-- Locks in the order of `charge` and waits only for the queue number. The planner settings force index lookups, because planner statistics
-- may be missing.
create or replace function charge_batch(
  /* Arguments of `charge`, of callers with one scope and different keys. */
  calls jsonb
) returns jsonb language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
declare
  answer jsonb;
  more jsonb;
  runs run[];
  orders consume_order[];
  answered request_key[];
  trail audit_entry[];
  keys uuid[];
  vehicles uuid[];
  members text[];
begin
  perform enter_scope(calls -> 0);
  -- Same lock as in `answer_before`: a concurrent retry of the call waits for its answer.
  keys := array(select (call ->> 'key')::uuid from jsonb_array_elements(calls) call
    where call ->> 'consumeType' = 'BALANCE' and call ->> 'usageMode' = 'immediate' and jsonb_array_length(call -> 'vehicleIds') = 1
      and pg_try_advisory_xact_lock(hashtextextended(call ->> 'key', 7019283111)));
  vehicles := array(select (call #>> '{vehicleIds,0}')::uuid from jsonb_array_elements(calls) call
    where (call ->> 'key')::uuid = any (keys));
  vehicles := array(
    select v.id from vehicle v where v.id = any (vehicles) and v.condition = 'ready' and v.kept_by = ''
      order by v.id for update skip locked);
  if exists (select from emergency_stop e where e.released_at is null) then
    vehicles := array(select v.id from vehicle v where v.id = any (vehicles) and not is_stopped(v.id, v.org_code));
  end if;
  members := array(select call ->> 'memberId' from jsonb_array_elements(calls) call
    where (call ->> 'key')::uuid = any (keys) and (call #>> '{vehicleIds,0}')::uuid = any (vehicles));
  members := array(
    select m.id from member m where m.id = any (members) and m.merged_into is null and not m.frozen
      order by m.id for no key update skip locked);

  -- A separate statement sees what was committed before the rows were locked.
  with call as materialized (
    select given.call, c.*, (c."vehicleIds" ->> 0)::uuid as "vehicleId"
      from jsonb_array_elements(calls) given (call), jsonb_to_record(given.call) as c (key uuid, kind text, "userId" uuid,
        realname text, "userOrgCode" text, request text, locale text, "ruleId" uuid, "runMode" text, "usageMode" text, "vehicleIds" jsonb,
        "memberId" text, people integer, racer text, "printId" text, "signedBy" uuid, "terminalId" uuid, "cashierId" uuid,
        "passwordHash" text, "runIds" jsonb, "entryIds" jsonb, now timestamptz)
  ), usual as materialized (
    select c.*, r.org_code, price_of(r.consume_type, r.price_mode, r.price - off.each, c.people) as amount,
        off.each * charged_people(r.price_mode, c.people) as discount,
        r.experience, v.delay_stop_seconds, m.last_visit_on,
        ((c.now at time zone s.time_zone) - make_interval(hours => s.day_start_hour))::date as day,
        s.name as store_name, s.time_zone, s.queue_prefix, t.id as counter_id, coalesce(t.name, c.realname) as started_by,
        case when c."printId" = '' or c."printId" = t.print_id then t.id end as first_choice,
        new_ride(c.call, 1, r, t, v.id, v.name, m.id, c.people, u.realname, off.each) as ride,
        row_number() over (partition by m.id, m.org_code order by c.key) as of_member,
        row_number() over (partition by v.id order by c.key) as of_vehicle
      from call c
      join consume_rule r on r.id = c."ruleId" and r.active
      join store s on s.org_code = r.org_code
      join vehicle v on v.id = c."vehicleId" and v.org_code = r.org_code
      join member m on m.id = c."memberId" and m.org_code = r.org_code
      left join member_level level on level.org_code = m.org_code and level.code = m.member_level
      cross join lateral (select level_discount(r.price, r.level_discount, level.discount) as each) off
      left join user_account u on u.id = c."cashierId"
      left join terminal t on t.id = coalesce(c."signedBy", c."terminalId") and t.org_code = r.org_code
      where c.key = any (keys) and not exists (select from request_key k where k.key = c.key)
        and c."vehicleId" = any (vehicles) and c."memberId" = any (members) and r.consume_type = 'BALANCE' and c."usageMode" = 'immediate'
        and not (r.limited or r.use_bracelet or r.gather_face) and r.use_mode = 'both' and r.member_level = '' and r.member_days = '{}'
        and s.agreement_mode <> 'block' and not r.needs_agreement and (v.seats = 0 or c.people <= v.seats)
        and ride_refusal(c.call, r, s, t, 'balance') is null and payer_refusal(m, true, c."passwordHash", c.now) is null
        -- A run whose time is over is ended by `charge`.
        and not exists (select from run g where g.vehicle_id = v.id and g.org_code = v.org_code and g.state = 'RUNNING')
  ), seat as materialized (
    select at_counter.*, open_shift(at_counter.org_code, at_counter.counter_id, at_counter."userId") as shift_id
      from (select distinct org_code, counter_id, "userId" from usual) at_counter
  ), given as materialized (
    select array_agg(('consume', o.key, o.org_code, o."userId", o."cashierId", o.counter_id, o.now, o.day,
          seat.shift_id)::ledger_cause) as causes, array_agg((o.ride).member_id) as members, array_agg(null::uuid) as holds,
        array_agg(o.amount) as amounts
      from usual o join seat on seat.org_code = o.org_code and seat."userId" = o."userId"
        and seat.counter_id is not distinct from o.counter_id
      where o.of_member = 1 and o.of_vehicle = 1
  ), begun as materialized (
    select o.*, taken.paid_balance, taken.paid_give, taken.lines, (o."runIds" ->> 0)::uuid as run_id,
        row_number() over (partition by o.org_code, o.day order by o.now, o.key) as turn
      from given, take_batch(given.causes, given.members, given.holds, given.amounts) taken
      join usual o on o.key = taken.taken_for
      where given.causes is not null
  ), counter as materialized (
    -- The queue numbers come last: the store's other starts wait for them.
    select c.org_code, c.day, next_queue_number(c.org_code, c.day, c.turns) - c.turns as last_before
      from (select b.org_code, b.day, max(b.turn)::integer as turns from begun b group by b.org_code, b.day order by b.org_code, b.day) c
  ), opened as materialized (
    select b.*, opened_ride(b.ride, b.run_id, counter.last_before + b.turn::integer, b.queue_prefix, b.now) as opened
      from begun b join counter on counter.org_code = b.org_code and counter.day = b.day
  ), lined as (
    insert into queue_entry (id, org_code, play_id, business_day, number, created_at, state)
      select (o."entryIds" ->> 0)::uuid, o.org_code, (o.opened).id, o.day, (o.opened).queue_number, o.now, 'STARTED' from opened o
  ), ticketed as materialized (
    select b.*, ride_ticket(b.opened, b.store_name, b.time_zone, b.locale, '', best.ms) as ticket
      from opened b cross join lateral member_best(b.org_code, (b.opened).member_id, (b.opened).rule_id) best
  ), printed as (
    -- As `add_print_job` queues it.
    insert into print_job (id, org_code, order_id, print_id, ticket, claimed_by, claim_until, created_at, expires_at)
      select (t.opened).id, t.org_code, (t.opened).id, t."printId", t.ticket, t.first_choice,
          case when t.first_choice is not null then t.now + interval '1 minute' end, t.now, t.now + interval '2 hours'
        from ticketed t
  ), recorded as (
    insert into play_record select (t.opened).* from ticketed t
  ), done as materialized (
    select t.*, jsonb_build_object('message', t.key, 'result', jsonb_build_object('id', t.key, 'payState', 'paid', 'payMode', 'balance',
        'usageMode', t."usageMode", 'amount', t.amount, 'discount', t.discount, 'deposit', 0, 'lines', t.lines, 'bracelets', 0,
        'plays', jsonb_build_array(charged_play(t.opened, t.ticket)))) as said
      from ticketed t
  )
  select jsonb_object_agg(d.key, jsonb_build_object('answer', d.said, 'repeated', false, 'orgCode', d.org_code)),
      jsonb_agg(jsonb_build_object('key', d.key, 'orgCode', d.org_code, 'member', (d.opened).member_id, 'now', d.now, 'day', d.day,
        'experience', d.experience)) filter (where d.experience > 0 or (d.last_visit_on >= d.day) is not true),
      array_agg(new_run(d.run_id, d.org_code, (d.opened).id, (d.opened).vehicle_id, d."runMode", d.racer, (d.opened).laps,
        (d.opened).minutes, d.delay_stop_seconds, d.started_by, d.now, d.now)),
      array_agg(new_order(d.opened, d.key, array[(d.opened).id], 'balance', d."usageMode", d.people, d.amount, 0, null, d.locale, d.now,
        d.paid_balance, d.paid_give)), array_agg(request_key_of(d.call, d.org_code, d.said)),
      array_agg(audit_entry_of(d.call, d."userOrgCode", d.kind, d.key::text, d.request::jsonb, p_cost_ms => call_cost_ms(d.call)))
    into answer, more, runs, orders, answered, trail from done d;

  perform store_runs(runs);
  perform store_orders(orders);
  -- A key used by another call violates the constraint and rolls back the batch; then each is charged by itself.
  perform store_request_keys(answered);
  perform store_audit_entries(trail);

  -- Rare: first visits of the day, and rides that raise a member's level.
  perform count_visits(more, calls);
  return coalesce(answer, '{}');
end
$$;
