-- Expires queue entries of all stores that have waited too long; returns the affected stores. The order stays paid: it can be queued again
-- or refunded.
create or replace function expire_queue(p_now timestamptz) returns table (id uuid, org_code text) language plpgsql as $$
begin
  return query
    update queue_entry q set state = 'CANCELLED', end_reason = 'expired', updated_at = q.expires_at, updated_by = ''
      where q.state in ('WAITING', 'CALLED') and q.expires_at <= p_now
      returning q.id, q.org_code;
end
$$;
