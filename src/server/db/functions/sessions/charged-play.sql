-- One ride of an order, as in the answers of the charge and of the order.
create or replace function charged_play(ride play_record, ticket jsonb) returns jsonb language sql stable as $$
  select jsonb_build_object('id', ride.id, 'gameLogId', ride.run_id, 'paiduiNumber', ride.queue_number,
    'ticketNo', ride.ticket_no, 'vehicleId', coalesce(ride.vehicle_id::text, ''), 'vehicleName', ride.vehicle_name,
    'people', ride.people, 'ticket', ticket)
$$;
