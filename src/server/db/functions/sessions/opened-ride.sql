-- A paid ride with its number and ticket, as stored: it begins, or is queued where `p_run` is null.
create or replace function opened_ride(ride play_record, p_run uuid, p_number integer, p_queue_prefix text, p_now timestamptz)
returns play_record language plpgsql immutable as $$
begin
  ride.state := 'CONSUMED';
  ride.created_at := p_now;
  ride.settled_at := p_now;
  ride.settled_by := ride.operator_id;
  ride.run_id := p_run;
  ride.queue_number := p_number;
  ride.ticket_no := p_queue_prefix || lpad(p_number::text, greatest(3, length(p_number::text)), '0');
  return ride;
end
$$;
