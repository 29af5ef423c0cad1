-- Begins paid rides or queues them: assigns numbers and tickets, in the given order, and writes runs, queue entries and print jobs. Returns
-- the records of the rides, which the caller stores, with their tickets. Rides that wait for a payment stay as they are, without tickets.
--
-- Called last in a transaction, because the store's other starts wait for the numbers, which count from 1 on each business day, without
-- gaps. Only what needs a table is a statement: for one ride a loop of expressions costs less than a statement for many.
create or replace function open_rides(
  /* All paid, or none; those of a store and day stand side by side. */
  openings ride_opening[]
) returns opened_ride[] language plpgsql as $$
declare
  opening ride_opening;
  ride play_record;
  entry queue_entry;
  ticket jsonb;
  runs run[] := '{}';
  has_members boolean := false;
  best_ms integer[];
  org text;
  day date;
  count integer := 1;
  number integer;
  entries queue_entry[] := '{}';
  jobs print_job[] := '{}';
  opened opened_ride[] := '{}';
begin
  if (openings[1].ride).state = 'NOPAY' then
    return array(select (o.ride, null)::opened_ride from unnest(openings) o);
  end if;
  foreach opening in array openings loop
    if (opening.begun).id is not null then
      runs := runs || opening.begun;
    end if;
    has_members := has_members or (opening.ride).member_id is not null;
  end loop;
  perform store_runs(runs);
  if has_members then
    best_ms := array(select (select best.ms from member_best((o.ride).org_code, (o.ride).member_id, (o.ride).rule_id) best)
      from unnest(openings) o);
  end if;
  for place in 1 .. cardinality(openings) loop
    opening := openings[place];
    ride := opening.ride;
    if ride.org_code is distinct from org or opening.business_day <> day then
      org := ride.org_code;
      day := opening.business_day;
      if cardinality(openings) > 1 then
        count := (select count(*) from unnest(openings) o where (o.ride).org_code = org and o.business_day = day);
      end if;
      number := next_queue_number(org, day, count);
    end if;
    ride.run_id := (opening.begun).id;
    ride.queue_number := number;
    ride.ticket_no := ticket_no_of(opening.queue_prefix, number);
    number := number + 1;

    entry := new_queue_entry(opening.entry_id, ride, (opening.begun).state, day, opening.queue_minutes);
    entries := entries || entry;
    ticket := ride_ticket(ride, opening.store_name, opening.time_zone, opening.locale, coalesce(entry.guest_key::text, ''), best_ms[place]);
    if opening.paid is not null then
      ticket := ticket || jsonb_build_object('paid', opening.paid);
    end if;
    if opening.prints then
      jobs := jobs || new_print_job(ride.id, org, ticket, 0, ride.print_id, opening.first_choice, ride.created_at);
    end if;
    if opening.bracelets > 0 then
      jobs := jobs || wristband_job(ride, ticket, opening.bracelets, opening.first_choice);
    end if;
    opened := opened || (ride, ticket)::opened_ride;
  end loop;
  perform store_queue_entries(entries);
  perform store_print_jobs(jobs);
  return opened;
end
$$;
