-- Whether a ride left the queue before it began, because it was cancelled or refunded. Its record stays as it was paid.
create or replace function left_unridden(p_play uuid, p_org_code text) returns boolean language plpgsql stable as $$
begin
  return exists (select from queue_entry q
    where q.play_id = p_play and q.org_code = p_org_code and q.state = 'CANCELLED' and q.end_reason in ('cancelled', 'refunded'));
end
$$;
