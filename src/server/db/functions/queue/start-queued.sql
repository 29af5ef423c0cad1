-- Starts queued rides, each on a vehicle, all or none, in one round trip. Returns {answer, repeated, orgCode}: the answer stored under the
-- key, whether it was answered before, and the store that changed.
--
-- Lock order: vehicles, orders, queue entries. A second caller for the same row waits here and is then refused with the name of the first.
create or replace function start_queued(
  /*
   * scope, scopeEnd, key, path, bodyHash, userId, username, realname, userOrgCode, ip, requestId, kind, waitedMs: as for `start_play`;
   * inputRefusal, proofRefusal: {code, details} or null; signedBy, terminalId: as there; starts: [{id, vehicleId}], where the id is of a
   * queue entry, a record or an order (each mention of an order stands for its next entry); idField: the field's name in the call; runIds:
   * new ids, one for each; now.
   */
  call jsonb
) returns jsonb language plpgsql as $$
declare
  key constant uuid := call ->> 'key';
  operator constant uuid := call ->> 'userId';
  at_time constant timestamptz := call ->> 'now';
  id_field constant text := call ->> 'idField';
  starts constant jsonb := call -> 'starts';
  vehicle_ids constant uuid[] := array(select one ->> 'vehicleId' from jsonb_array_elements(starts) with ordinality as given (one, place)
    order by place)::uuid[];
  answer jsonb;
  org text;
  counter terminal;
  started_by text;
  entry_ids uuid[] := '{}';
  rides uuid[] := '{}';
  order_ids uuid[];
  entry queue_entry;
  waiting uuid[];
  names text[] := '{}';
  seats integer[] := '{}';
  conditions text[] := '{}';
  kept_by text[] := '{}';
  delays integer[] := '{}';
  wanted record;
  unpaid text;
  ride play_record;
  runs run[] := '{}';
  begun jsonb := '[]';
begin
  answer := begin_call(call);
  if answer is not null then
    return jsonb_build_object('answer', answer, 'repeated', true);
  end if;
  if call -> 'inputRefusal' <> 'null' then
    perform refuse(call #>> '{inputRefusal,code}', call #> '{inputRefusal,details}');
  elsif call -> 'proofRefusal' <> 'null' then
    perform refuse(call #>> '{proofRefusal,code}', call #> '{proofRefusal,details}');
  end if;

  for turn in 1 .. cardinality(vehicle_ids) loop
    select q.* into entry from queued_as((starts -> (turn - 1) ->> 'id')::uuid) q where q.id <> all (entry_ids) limit 1;
    if not found or entry.org_code <> coalesce(org, entry.org_code) then
      perform refuse('queue.notFound', jsonb_build_object('field', id_field));
    end if;
    org := entry.org_code;
    entry_ids := entry_ids || entry.id;
    rides := rides || entry.play_id;
  end loop;
  if call ->> 'signedBy' is not null or call ->> 'terminalId' is not null then
    counter := starting_terminal((call ->> 'signedBy')::uuid, (call ->> 'terminalId')::uuid, false, org);
  end if;
  started_by := coalesce(counter.name, call ->> 'realname');

  for wanted in
    select v.id, v.name, v.condition, v.seats, v.kept_by, v.delay_stop_seconds, array_position(vehicle_ids, v.id) as at
      from vehicle v where v.id = any (vehicle_ids) and v.org_code = org order by v.id for update
  loop
    names[wanted.at] := wanted.name;
    seats[wanted.at] := wanted.seats;
    conditions[wanted.at] := wanted.condition;
    kept_by[wanted.at] := wanted.kept_by;
    delays[wanted.at] := wanted.delay_stop_seconds;
  end loop;
  if cardinality(array_remove(names, null)) < cardinality(vehicle_ids) then
    perform refuse('sessions.vehicleNotFound', '{"field": "vehicleId"}');
  end if;
  -- A refund of one of the orders waits until the rides have begun, or has ended before. Looked up by id and not by a join: with fresh
  -- tables PostgreSQL would scan all orders, and the whole queue for each.
  order_ids := array(select p.consume_id from play_record p where p.id = any (rides) and p.org_code = org);
  perform 1 from consume_order o where o.id = any (order_ids) and o.org_code = org order by o.id for share;
  -- Only waiting entries: an entry whose run is over is changed by the call that takes its vehicle.
  waiting := array(select q.id from queue_entry q
    where q.id = any (entry_ids) and q.org_code = org and q.state in ('WAITING', 'CALLED') and (q.expires_at is null or q.expires_at > at_time)
    order by q.id for update);
  for turn in 1 .. cardinality(entry_ids) loop
    if entry_ids[turn] <> all (waiting) then
      perform refuse_left(entry_ids[turn], id_field);
    end if;
  end loop;
  select p.ticket_no into unpaid from play_record p
    left join consume_order o on o.id = p.consume_id and o.org_code = p.org_code
    where p.id = any (rides) and p.org_code = org and (p.state <> 'CONSUMED' or o.state is distinct from 'paid')
    order by array_position(rides, p.id) limit 1;
  if found then
    perform refuse('queue.notPaid', jsonb_build_object('field', id_field, 'ticket', unpaid));
  end if;

  for turn in 1 .. cardinality(entry_ids) loop
    perform refuse_vehicle(vehicle_ids[turn], org, names[turn], conditions[turn], kept_by[turn], false, at_time);
    update play_record p set vehicle_id = vehicle_ids[turn], vehicle_name = names[turn],
        run_id = (call -> 'runIds' ->> (turn - 1))::uuid
      where p.id = rides[turn] and p.org_code = org
      returning p.* into ride;
    if seats[turn] > 0 and ride.people > seats[turn] then
      perform refuse('sessions.tooManyPeople', jsonb_build_object('field', 'vehicleId', 'vehicle', names[turn], 'seats', seats[turn]));
    end if;
    runs := runs || new_run(ride.run_id, org, ride.id, ride.vehicle_id, ride.run_mode, ride.racer, ride.laps, ride.minutes, delays[turn],
      started_by, at_time, at_time);
    begun := begun || jsonb_build_object('id', entry_ids[turn], 'playId', ride.id, 'consumeId', ride.consume_id,
      'gameLogId', ride.run_id, 'vehicleId', ride.vehicle_id, 'vehicleName', ride.vehicle_name, 'ticketNo', ride.ticket_no,
      'racer', ride.racer);
  end loop;
  perform store_runs(runs);
  update queue_entry q set state = 'STARTED', updated_at = at_time, updated_by = started_by
    where q.id = any (entry_ids) and q.org_code = org;

  answer := jsonb_build_object('message', null, 'result', jsonb_build_object(
    'startedAt', to_char(at_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'starts', begun));
  perform store_request_keys(array[request_key_of(call, org, answer)]);
  perform store_audit_entries(array(
    select audit_entry_of(call, call ->> 'userOrgCode', '/queue/sysQueue', one ->> 'id',
        jsonb_build_object('id', one -> 'id', 'vehicleId', one -> 'vehicleId'), p_cost_ms => call_cost_ms(call))
      from jsonb_array_elements(begun) one));
  return jsonb_build_object('answer', answer, 'repeated', false, 'orgCode', org);
end
$$;
