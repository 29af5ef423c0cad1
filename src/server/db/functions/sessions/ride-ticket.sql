-- What the paper says of a paid ride.
create or replace function ride_ticket(ride play_before_pay, p_store_name text, p_time_zone text, p_locale text) returns jsonb
language sql stable as $$
  select jsonb_build_object('orderId', ride.id, 'storeName', p_store_name, 'ticketNo', ride.ticket_no, 'racer', ride.racer,
    'vehicleName', ride.vehicle_name, 'ruleName', ride.rule_name, 'mode', ride.run_mode,
    'amount', case ride.run_mode when 'circlemode' then ride.laps else ride.minutes end, 'people', ride.people,
    'memberNo', coalesce(ride.member_id, ''),
    'startedAt', to_char(ride.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'cashier', coalesce(nullif(ride.cashier_name, ''), ride.operator_name), 'terminal', ride.terminal_name,
    'remark', ride.remark, 'offline', false, 'locale', p_locale, 'timeZone', p_time_zone,
    'guestKey', case when ride.game_log_id is null then coalesce((select q.guest_key::text from queue_entry q
      where q.play_id = ride.id and q.org_code = ride.org_code), '') else '' end)
    || jsonb_strip_nulls(jsonb_build_object('bestMs', member_best(ride.org_code, ride.member_id, ride.rule_id)))
$$;
