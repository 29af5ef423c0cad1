-- The order of rides that are sold together, as `store_orders` takes it. One that is paid by scan waits for its payment. An expression in
-- the order of the table's columns, which PostgreSQL inlines.
create or replace function new_order(
  /* One of the rides, with member, seller and price. */
  ride play_record,
  p_order uuid,
  /* The records of all rides. */
  p_play_ids uuid[],
  p_pay_mode text, p_usage_mode text,
  /* Of all rides; the amount is the price after the discount. */
  p_people integer, p_amount bigint, p_deposit bigint,
  /* The cash that a guest gave; null where it was not entered. */
  p_received bigint,
  p_locale text, p_at timestamptz,
  /* What it took from the member's wallets. */
  p_balance bigint, p_give bigint, p_integral bigint default 0, p_laps bigint default 0, p_visits bigint default 0,
  p_coupon_code text default '',
  /* Of a pending ride that it settles: its state and its member before. */
  p_settles text default '', p_settles_member text default null,
  p_coins bigint default 0,
  /* Of the amount: for products, and what of that the gift balance paid. */
  p_goods bigint default 0, p_goods_give bigint default 0,
  /* What a discount coupon took off. */
  p_off bigint default 0
) returns consume_order language sql immutable as $$
  select row(p_order, ride.org_code, p_play_ids[1], ride.member_id, ride.rule_id, case p_pay_mode when 'scan' then 'nopay' else 'paid' end,
    ride.consume_type, p_pay_mode, p_usage_mode, p_people, p_amount, p_balance, p_give, ride.racer, ride.remark, ride.operator_id,
    ride.cashier_id, ride.terminal_id, p_at, case p_pay_mode when 'scan' then null else p_at end, p_deposit, p_settles, null, null,
    p_play_ids, p_integral, p_laps, p_visits, p_coupon_code, ride.rule_name, ride.operator_name, ride.cashier_name, ride.terminal_name,
    p_locale, 0, null, ride.discount * charged_people(ride.price_mode, p_people) + p_off, p_settles_member, p_received, p_goods,
    p_goods_give, p_coins, null, null)::consume_order
$$;
