-- Records a guest's successful scan payment in the ledger, and begins the rides reserved for it or settles the pending one. Returns the
-- store that changed; null where the order no longer waited for a payment.
create or replace function pay_order(p_order uuid, p_run_ids uuid[], p_entry_ids uuid[], p_now timestamptz)
returns text language plpgsql as $$
declare
  charged consume_order;
  venue store;
  experience bigint := 0;
  ride play_record;
  ready boolean;
  ticket jsonb;
  -- Where the guest has paid at a kiosk.
  own kiosk;
  -- The terminal that sold it; null where it is no longer known.
  counter terminal;
  first_choice uuid;
begin
  select o.* into charged from consume_order o where o.id = p_order for no key update;
  if charged.state is distinct from 'nopay' then
    return null;
  end if;
  select s.* into venue from store s where s.org_code = charged.org_code;
  select k.* into own from kiosk k where k.id = charged.operator_id and k.org_code = charged.org_code;
  select t.* into counter from terminal t where t.id = charged.terminal_id and t.org_code = charged.org_code;
  perform 1 from play_record p where p.id = any (charged.play_ids) and p.org_code = charged.org_code order by p.id
    for no key update;
  perform 1 from vehicle v where v.kept_for = p_order and v.org_code = charged.org_code order by v.id for update;
  -- A member merged meanwhile is replaced by the member it was merged into.
  charged.member_id := lock_current_member(charged.member_id, charged.org_code);
  perform post(
    jsonb_build_object('kind', 'consume', 'id', p_order, 'orgCode', charged.org_code, 'operatorId', charged.operator_id,
      'cashierId', charged.cashier_id, 'terminalId', charged.terminal_id, 'now', p_now),
    jsonb_path_query_array(jsonb_build_array(
      jsonb_build_object('account', 'scan', 'member', charged.member_id, 'delta', charged.amount + charged.deposit),
      jsonb_build_object('account', 'deposit', 'member', charged.member_id, 'delta', charged.deposit)), '$[*] ? (@.delta > 0)'));
  if charged.settles <> '' then
    update play_record p set state = 'CONSUMED', settled_at = p_now, settled_by = charged.operator_id
      where p.id = any (charged.play_ids) and p.org_code = charged.org_code;
    experience := (select p.experience from play_record p where p.id = charged.play_id and p.org_code = charged.org_code);
  else
    for place in 1 .. cardinality(charged.play_ids) loop
      select p.* into ride from play_record p where p.id = charged.play_ids[place] and p.org_code = charged.org_code;
      experience := experience + ride.experience;
      -- A vehicle that went out of service or under an emergency stop meanwhile begins nothing: its ride is queued.
      ready := charged.usage_mode = 'immediate' and exists (select from vehicle v
        where v.id = ride.vehicle_id and v.org_code = ride.org_code and v.kept_for = p_order and v.condition = 'ready'
          and not is_stopped(v.id, v.org_code));
      ride := open_ride(ride, case when ready then p_run_ids[place] end, p_entry_ids[place],
        coalesce(nullif(ride.terminal_name, ''), ride.operator_name),
        coalesce(nullif(own.ticket_prefix, ''), venue.queue_prefix), business_day(charged.org_code, p_now), p_now);
      update play_record p set state = ride.state, created_at = ride.created_at, settled_at = ride.settled_at,
          settled_by = ride.settled_by, run_id = ride.run_id, queue_number = ride.queue_number,
          ticket_no = ride.ticket_no
        where p.id = ride.id and p.org_code = ride.org_code;
      ticket := ride_ticket(ride, venue.name, venue.time_zone, charged.locale, guest_key_of(ride),
        (select best.ms from member_best(ride.org_code, ride.member_id, ride.rule_id) best));
      -- The guest stands at the counter that sold it, as with a charge paid at once. If it has no printer, any terminal may print at once.
      first_choice := case when (ride.print_id = '' or ride.print_id = counter.print_id) and has_printer(counter) then counter.id end;
      if own.id is null or own.print_id <> '' then
        perform add_print_job(ride.id, ride.org_code, ticket, 0, ride.print_id, first_choice, p_now);
      end if;
      perform add_wristbands(ride.rule_id, ride.org_code, ticket, ride.print_id, first_choice, p_now);
    end loop;
    update vehicle v set kept_for = null, kept_by = '' where v.kept_for = p_order and v.org_code = charged.org_code;
  end if;
  if charged.member_id is not null and experience > 0 then
    perform add_experience(charged.member_id, charged.org_code, experience, p_now);
  end if;
  update consume_order o set state = 'paid', paid_at = p_now, seq = default where o.id = p_order and o.org_code = charged.org_code;
  return charged.org_code;
end
$$;
