-- The number of pending or escaped trials of a business day, counted up to the given limit. A settlement that waits for a scanned code
-- is unpaid too.
create or replace function open_trials(
  p_org_code text, p_day date, p_time_zone text, p_day_start_hour integer, p_most integer
) returns integer language plpgsql stable as $$
declare
  begins constant timestamptz := moment_of_local_time(p_day + make_interval(hours => p_day_start_hour), p_time_zone);
  ends constant timestamptz := moment_of_local_time(p_day + 1 + make_interval(hours => p_day_start_hour), p_time_zone);
begin
  return (select count(*) from (
    select from play_record where org_code = p_org_code and state in ('PENDING', 'ESCAPED', 'NOPAY') and member_id is null
      and (state <> 'NOPAY' or run_id is not null) and created_at >= begins and created_at < ends
    limit p_most) open);
end
$$;
