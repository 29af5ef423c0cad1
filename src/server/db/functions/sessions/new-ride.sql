-- The record of a ride that is being charged, before it begins or is queued: one of the vehicles of `call`, the argument of `charge`. An
-- expression in the order of the table's columns, which PostgreSQL inlines.
create or replace function new_ride(
  call jsonb, p_place integer, rule consume_rule, counter terminal,
  /* What the charge has looked up of vehicle, member and cashier. */
  p_vehicle uuid, p_vehicle_name text, p_member text, p_people integer, p_cashier_name text,
  /* Level discount on the rule's price. */
  p_discount bigint,
  /* False where it waits for a payment by scan. */
  p_paid boolean,
  p_now timestamptz
) returns play_record language sql stable as $$
  select row((call -> 'rideIds' ->> (p_place - 1))::uuid, rule.org_code, p_now, p_now, case when p_paid then 'CONSUMED' else 'NOPAY' end, '',
    '', 0, null, null, (call ->> 'key')::uuid, p_member, call ->> 'racer', rule.id, rule.name, rule.consume_type, call ->> 'runMode',
    rule.laps, rule.minutes, p_people, rule.price_mode, rule.price - p_discount, rule.deposit, rule.integral, rule.frequency, p_vehicle,
    coalesce(p_vehicle_name, ''), call ->> 'remark', call ->> 'printId', counter.id, coalesce(counter.name, ''), (call ->> 'userId')::uuid,
    call ->> 'realname', false, false, case when p_paid then p_now end, case when p_paid then (call ->> 'userId')::uuid end,
    (call ->> 'cashierId')::uuid, coalesce(p_cashier_name, ''), rule.project_type, rule.experience, rule.ranked, '', p_discount,
    rule.level_discount, rule.coins)::play_record
$$;
