-- The order of rides that are sold together, as `store_orders` takes it. One that is paid by scan waits for its payment.
create or replace function new_order(
  /* With member, seller and price; the first one speaks for all. */
  rides play_record[],
  p_order uuid, p_pay_mode text, p_usage_mode text,
  /* Of all rides; without the level discount, which the rides know. */
  p_people integer, p_amount bigint, p_deposit bigint,
  p_locale text, p_at timestamptz,
  /* What it took from the member's balances. */
  p_paid_balance bigint default 0, p_paid_give bigint default 0,
  /* Of a pending ride that it settles: its state and its member before. */
  p_settles text default '', p_settles_member text default null
) returns consume_order language plpgsql immutable as $$
declare
  ride constant play_record := rides[1];
  other play_record;
  sold consume_order;
begin
  sold.id := p_order;
  sold.org_code := ride.org_code;
  sold.play_id := ride.id;
  foreach other in array rides loop
    sold.play_ids := sold.play_ids || other.id;
  end loop;
  sold.settles := p_settles;
  sold.settles_member := p_settles_member;
  sold.member_id := ride.member_id;
  sold.rule_id := ride.rule_id;
  sold.rule_name := ride.rule_name;
  sold.state := case p_pay_mode when 'scan' then 'nopay' else 'payed' end;
  sold.consume_type := ride.consume_type;
  sold.pay_mode := p_pay_mode;
  sold.usage_mode := p_usage_mode;
  sold.people := p_people;
  sold.amount := p_amount;
  sold.discount := ride.discount * charged_people(ride.price_mode, p_people);
  sold.deposit := p_deposit;
  sold.paid_balance := p_paid_balance;
  sold.paid_give := p_paid_give;
  sold.paid_integral := 0;
  sold.paid_laps := 0;
  sold.paid_visits := 0;
  sold.coupon_code := '';
  sold.racer := ride.racer;
  sold.remark := ride.remark;
  sold.operator_id := ride.operator_id;
  sold.operator_name := ride.operator_name;
  sold.cashier_id := ride.cashier_id;
  sold.cashier_name := ride.cashier_name;
  sold.terminal_id := ride.terminal_id;
  sold.terminal_name := ride.terminal_name;
  sold.locale := p_locale;
  sold.created_at := p_at;
  sold.paid_at := case p_pay_mode when 'scan' then null else p_at end;
  return sold;
end
$$;
