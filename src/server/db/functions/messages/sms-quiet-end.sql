-- When the quiet hours of a store end that a moment lies in; null outside of them. Hours are local, and may cross midnight.
create or replace function sms_quiet_end(s store, at_time timestamptz) returns timestamptz language sql stable as $$
  select case when
      case when s.sms_quiet_from < s.sms_quiet_to then t.hour >= s.sms_quiet_from and t.hour < s.sms_quiet_to
        else s.sms_quiet_from <> s.sms_quiet_to and (t.hour >= s.sms_quiet_from or t.hour < s.sms_quiet_to) end
    then (date_trunc('day', t.local) + make_interval(days => (t.hour >= s.sms_quiet_to)::integer, hours => s.sms_quiet_to))
      at time zone s.time_zone end
  from (select at_time at time zone s.time_zone as local, extract(hour from at_time at time zone s.time_zone) as hour) t
$$;
