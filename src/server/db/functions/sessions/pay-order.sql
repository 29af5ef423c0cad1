-- Records a guest's successful scan payment in the ledger, and begins the rides reserved for it or settles the pending one. Returns the
-- store that changed; null where the order no longer waited for a payment.
create or replace function pay_order(p_order uuid, p_run_ids uuid[], p_entry_ids uuid[], p_now timestamptz)
returns text language plpgsql as $$
declare
  charged consume_order;
  venue store;
  experience bigint := 0;
  ride play_record;
  delay_seconds integer;
  opening ride_opening;
  openings ride_opening[] := '{}';
  opened opened_ride[];
  -- Where the guest has paid at a kiosk.
  own kiosk;
  -- The terminal that sold it; null where it is no longer known.
  counter terminal;
begin
  select o.* into charged from consume_order o where o.id = p_order for no key update;
  if charged.state is distinct from 'nopay' then
    return null;
  end if;
  perform return_arrival_deposit(charged, p_now);
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
      jsonb_build_object('account', 'scan', 'member', charged.member_id, 'delta', order_money(charged) + charged.deposit),
      jsonb_build_object('account', 'deposit', 'member', charged.member_id, 'delta', charged.deposit)), '$[*] ? (@.delta > 0)')
    || case charged.consume_type when 'GROUPCOUPON' then jsonb_build_array(jsonb_build_object('account', 'coupon',
      'member', charged.member_id, 'delta', charged.amount - charged.goods)) else '[]' end);
  if charged.settles <> '' then
    update play_record p set state = 'CONSUMED', settled_at = p_now, settled_by = charged.operator_id
      where p.id = any (charged.play_ids) and p.org_code = charged.org_code;
    experience := (select p.experience from play_record p where p.id = charged.play_id and p.org_code = charged.org_code);
  elsif charged.play_ids <> '{}' then
    opening.business_day := business_day(charged.org_code, p_now);
    opening.queue_prefix := coalesce(nullif(own.ticket_prefix, ''), venue.queue_prefix);
    opening.queue_minutes := venue.queue_minutes;
    opening.store_name := venue.name;
    opening.time_zone := venue.time_zone;
    opening.locale := charged.locale;
    opening.prints := own.id is null or own.print_id <> '';
    for place in 1 .. cardinality(charged.play_ids) loop
      select p.* into ride from play_record p where p.id = charged.play_ids[place] and p.org_code = charged.org_code;
      experience := experience + ride.experience;
      ride.state := 'CONSUMED';
      ride.created_at := p_now;
      ride.settled_at := p_now;
      ride.settled_by := ride.operator_id;
      opening.ride := ride;
      opening.begun := null;
      -- A vehicle that went out of service or under an emergency stop meanwhile begins nothing: its ride is queued.
      if charged.usage_mode = 'immediate' then
        select v.delay_stop_seconds into delay_seconds from vehicle v
          where v.id = ride.vehicle_id and v.org_code = ride.org_code and v.kept_for = p_order and v.condition = 'ready'
            and not is_stopped(v.id, v.org_code);
        if found then
          opening.begun := new_run(p_run_ids[place], ride.org_code, ride.id, ride.vehicle_id, ride.run_mode, ride.racer, ride.laps,
            ride.minutes, delay_seconds, coalesce(nullif(ride.terminal_name, ''), ride.operator_name), p_now, p_now);
        end if;
      end if;
      opening.entry_id := p_entry_ids[place];
      -- The guest stands at the counter that sold it, as with a charge paid at once. If it has no printer, any terminal may print at once.
      opening.first_choice := case when (ride.print_id = '' or ride.print_id = counter.print_id) and has_printer(counter)
        then counter.id end;
      opening.bracelets := coalesce((select r.bracelet_count from consume_rule r
        where r.id = ride.rule_id and r.org_code = ride.org_code and r.use_bracelet), 0);
      openings := openings || opening;
    end loop;
    opened := open_rides(openings);
    update play_record p set state = (o.ride).state, created_at = (o.ride).created_at, settled_at = (o.ride).settled_at,
        settled_by = (o.ride).settled_by, run_id = (o.ride).run_id, queue_number = (o.ride).queue_number, ticket_no = (o.ride).ticket_no
      from unnest(opened) o where p.id = (o.ride).id and p.org_code = (o.ride).org_code;
    update vehicle v set kept_for = null, kept_by = '' where v.kept_for = p_order and v.org_code = charged.org_code;
  end if;
  if charged.member_id is not null and experience > 0 then
    perform add_experience(charged.member_id, charged.org_code, experience, p_now);
  end if;
  if charged.goods > 0 then
    perform end_coupon_sale(p_order, charged.org_code, true, p_now);
  end if;
  update consume_order o set state = 'paid', paid_at = p_now, seq = default where o.id = p_order and o.org_code = charged.org_code;
  return charged.org_code;
end
$$;
