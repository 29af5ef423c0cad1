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
  sales ride_sale[];
  openings ride_opening[];
  keys uuid[];
  vehicles uuid[];
  members text[];
begin
  perform enter_scope(calls -> 0);
  -- Same lock as in `answer_before`: a concurrent retry of the call waits for its answer.
  keys := array(select (call ->> 'key')::uuid from jsonb_array_elements(calls) call
    where call ->> 'consumeType' = 'BALANCE' and call ->> 'usageMode' = 'immediate' and jsonb_array_length(call -> 'vehicleIds') = 1
      and not call ? 'cart' and call ->> 'couponCode' is null
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
        new_ride(c.call, 1, r, t, v.id, v.name, m.id, c.people, u.realname, off.each, true, c.now) as ride,
        row_number() over (partition by m.id, m.org_code order by c.key) as of_member,
        row_number() over (partition by v.id order by c.key) as of_vehicle
      from call c
      -- By their keys, whatever the statistics say: a plan for few vehicles, rules, runs or keys would read all of them for each ride.
      cross join lateral (select * from consume_rule own where own.id = c."ruleId" and own.active
        and starts_rides(own) offset 0) r
      join store s on s.org_code = r.org_code
      cross join lateral (select * from vehicle own where own.id = c."vehicleId" offset 0) v
      join member m on m.id = c."memberId" and m.org_code = r.org_code
      left join member_level level on level.org_code = m.org_code and level.code = m.member_level
      cross join lateral (select level_discount(r.price, r.level_discount, level.discount) as each) off
      left join user_account u on u.id = c."cashierId"
      left join lateral (select * from terminal own where own.id = coalesce(c."signedBy", c."terminalId") offset 0) t
        on t.org_code = r.org_code
      where c.key = any (keys) and (select k.key from request_key k where k.key = c.key) is null
        and v.org_code = r.org_code and c."vehicleId" = any (vehicles) and c."memberId" = any (members)
        and r.consume_type = 'BALANCE' and c."usageMode" = 'immediate'
        and not (r.limited or r.use_bracelet or r.gather_face) and r.use_mode = 'both' and r.member_level = '' and r.member_days = '{}'
        and s.agreement_mode <> 'block' and not r.needs_agreement and (v.seats = 0 or c.people <= v.seats)
        and ride_refusal(c.call, r, s, t, 'balance') is null and payer_refusal(m, true, c."passwordHash", c.now) is null
        -- A run whose time is over is ended by `charge`.
        and (select g.id from run g where g.vehicle_id = v.id and g.org_code = v.org_code and g.state = 'RUNNING') is null
  ), seat as materialized (
    select at_counter.*, open_shift(at_counter.org_code, at_counter.counter_id, at_counter."userId") as shift_id
      from (select distinct org_code, counter_id, "userId" from usual) at_counter
  ), given as materialized (
    select array_agg(('consume', o.key, o.org_code, o."userId", o."cashierId", o.counter_id, o.now, o.day,
          seat.shift_id, null)::ledger_cause) as causes, array_agg((o.ride).member_id) as members, array_agg(null::uuid) as holds,
        array_agg(o.amount) as amounts
      from usual o join seat on seat.org_code = o.org_code and seat."userId" = o."userId"
        and seat.counter_id is not distinct from o.counter_id
      where o.of_member = 1 and o.of_vehicle = 1
  ), charged as materialized (
    select o.*, taken.paid_balance, taken.paid_give, taken.lines,
        row_number() over (order by o.org_code, o.day, o.now, o.key) as place
      from given, take_batch(given.causes, given.members, given.holds, given.amounts) taken
      join usual o on o.key = taken.taken_for
      where given.causes is not null
  )
  select array_agg((c.call, new_order(c.ride, c.key, array[(c.ride).id], 'balance', c."usageMode", c.people, c.amount, 0, null, c.locale,
        c.now, c.paid_balance, c.paid_give), c.lines, 0)::ride_sale order by c.place),
      array_agg((c.ride, new_run((c."runIds" ->> 0)::uuid, c.org_code, (c.ride).id, (c.ride).vehicle_id, c."runMode", c.racer,
          (c.ride).laps, (c.ride).minutes, c.delay_stop_seconds, c.started_by, c.now, c.now), (c."entryIds" ->> 0)::uuid, c.day,
        c.queue_prefix, null, c.store_name, c.time_zone, c.locale, null, true, c.first_choice, 0)::ride_opening order by c.place),
      jsonb_agg(jsonb_build_object('key', c.key, 'orgCode', c.org_code, 'member', (c.ride).member_id, 'now', c.now, 'day', c.day,
        'experience', c.experience)) filter (where c.experience > 0 or (c.last_visit_on >= c.day) is not true)
    into sales, openings, more from charged c;
  if sales is null then
    return '{}';
  end if;

  answer := store_sales(sales, openings);
  -- Rare: first visits of the day, and rides that raise a member's level.
  perform count_visits(more, calls);
  return answer;
end
$$;
