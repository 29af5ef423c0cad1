-- Refuses a call on a queue entry that no longer waits; the details name who ended it and when.
create or replace function refuse_left(p_entry uuid, p_field text) returns void language plpgsql as $$
declare
  one record;
begin
  select q.state, q.end_reason, q.updated_by, p.ticket_no, p.vehicle_name,
      to_char(coalesce(case when q.state in ('WAITING', 'CALLED') then q.expires_at end, q.updated_at, q.created_at) at time zone s.time_zone, 'HH24:MI') as at
    into one
    from queue_entry q
    join play_record p on p.id = q.play_id and p.org_code = q.org_code
    join store s on s.org_code = q.org_code
    where q.id = p_entry;
  perform refuse(
    case when one.state in ('STARTED', 'DONE') then 'queue.startedBefore'
      when one.state in ('WAITING', 'CALLED') or one.end_reason = 'expired' then 'queue.expired'
      when one.end_reason = 'refunded' then 'queue.refundedBefore'
      else 'queue.cancelledBefore' end,
    jsonb_build_object('field', p_field, 'ticket', one.ticket_no, 'vehicle', one.vehicle_name, 'by', one.updated_by, 'at', one.at));
end
$$;
