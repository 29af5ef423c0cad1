-- The record of a ride that is being charged, before it begins, is queued or is paid: one of the vehicles of `call`, the argument of
-- `charge`.
create or replace function new_ride(
  call jsonb, p_place integer, rule consume_rule, counter terminal,
  /* What the charge has looked up of vehicle, member and cashier. */
  p_vehicle uuid, p_vehicle_name text, p_member text, p_people integer, p_cashier_name text,
  /* Level discount on the rule's price. */
  p_discount bigint
) returns play_record language plpgsql stable as $$
declare
  ride play_record;
begin
  ride.id := call -> 'rideIds' ->> (p_place - 1);
  ride.org_code := rule.org_code;
  ride.created_at := call ->> 'now';
  ride.received_at := ride.created_at;
  ride.state := 'NOPAY';
  ride.ticket_no := '';
  ride.terminal_ticket := '';
  ride.queue_number := 0;
  ride.consume_id := call ->> 'key';
  ride.member_id := p_member;
  ride.racer := call ->> 'racer';
  ride.rule_id := rule.id;
  ride.rule_name := rule.name;
  ride.consume_type := rule.consume_type;
  ride.run_mode := call ->> 'runMode';
  ride.laps := rule.laps;
  ride.minutes := rule.minutes;
  ride.people := p_people;
  ride.price_mode := rule.price_mode;
  ride.price := rule.price - p_discount;
  ride.discount := p_discount;
  ride.level_discount := rule.level_discount;
  ride.deposit := rule.deposit;
  ride.integral := rule.integral;
  ride.frequency := rule.frequency;
  ride.project_type := rule.project_type;
  ride.experience := rule.experience;
  ride.ranked := rule.ranked;
  ride.rule_conflict := '';
  ride.vehicle_id := p_vehicle;
  ride.vehicle_name := coalesce(p_vehicle_name, '');
  ride.remark := call ->> 'remark';
  ride.print_id := call ->> 'printId';
  ride.terminal_id := counter.id;
  ride.terminal_name := coalesce(counter.name, '');
  ride.operator_id := call ->> 'userId';
  ride.operator_name := call ->> 'realname';
  ride.cashier_id := call ->> 'cashierId';
  ride.cashier_name := coalesce(p_cashier_name, '');
  ride.offline := false;
  ride.vehicle_conflict := false;
  return ride;
end
$$;
