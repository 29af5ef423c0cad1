-- The key with which a waiting guest looks up the queue entry; empty for a ride that has begun.
create or replace function guest_key_of(ride play_record) returns text language plpgsql stable as $$
begin
  if ride.run_id is not null then
    return '';
  end if;
  return coalesce((select q.guest_key::text from queue_entry q where q.play_id = ride.id and q.org_code = ride.org_code), '');
end
$$;
