-- The number of pending rides of members, counted up to the given limit; null counts all. A settlement that waits for a scanned code is
-- unpaid too.
create or replace function open_pending_rides(p_org_code text, p_most integer) returns integer language plpgsql stable as $$
begin
  return (select count(*) from (
    select from play_record where org_code = p_org_code and state = 'PENDING' and member_id is not null
    union all
    select from play_record where org_code = p_org_code and state = 'NOPAY' and run_id is not null and member_id is not null
    limit p_most) open);
end
$$;
