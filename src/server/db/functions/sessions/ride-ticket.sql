-- The content of a ride's ticket. Runs no queries, so that it is cheap for many rides.
create or replace function ride_ticket(
  ride play_record, p_store_name text, p_time_zone text, p_locale text,
  /* The key to look up its queue entry; empty where it is not queued. */
  p_guest_key text,
  /* The time to beat; null where there is none. */
  p_best_ms integer
) returns jsonb language sql stable as $$
  select jsonb_build_object('orderId', ride.id, 'storeName', p_store_name, 'ticketNo', ride.ticket_no, 'racer', ride.racer,
    'vehicleName', ride.vehicle_name, 'ruleName', ride.rule_name, 'mode', ride.run_mode,
    'amount', case ride.run_mode when 'circlemode' then ride.laps else ride.minutes end, 'people', ride.people,
    'memberNo', coalesce(ride.member_id, ''),
    'startedAt', to_char(ride.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'cashier', coalesce(nullif(ride.cashier_name, ''), ride.operator_name), 'terminal', ride.terminal_name,
    'remark', ride.remark, 'offline', ride.offline, 'locale', p_locale, 'timeZone', p_time_zone, 'guestKey', p_guest_key)
    || case when p_best_ms is null then '{}' else jsonb_build_object('bestMs', p_best_ms) end
$$;
