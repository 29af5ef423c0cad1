-- Writes orders of rides and products; only payments, refunds and returned deposits change them later. A record that another order pays for violates the
-- constraint.
create or replace function store_orders(sold consume_order[]) returns void language plpgsql as $$
begin
  insert into consume_order (id, org_code, play_id, play_ids, settles, settles_member, member_id, rule_id, rule_name, state, consume_type,
      pay_mode, usage_mode, people, amount, discount, deposit, received, paid_balance, paid_give, paid_integral, paid_laps, paid_visits,
      paid_coins, goods, goods_give, coupon_code, racer, remark, operator_id, operator_name, cashier_id, cashier_name, terminal_id, terminal_name,
      locale, created_at, paid_at, home_org_code, home_member_id)
    select o.id, o.org_code, o.play_id, o.play_ids, o.settles, o.settles_member, o.member_id, o.rule_id, o.rule_name, o.state,
        o.consume_type, o.pay_mode, o.usage_mode, o.people, o.amount, o.discount, o.deposit, o.received, o.paid_balance, o.paid_give,
        o.paid_integral, o.paid_laps, o.paid_visits, o.paid_coins, o.goods, o.goods_give, o.coupon_code, o.racer, o.remark, o.operator_id,
        o.operator_name, o.cashier_id, o.cashier_name, o.terminal_id, o.terminal_name, o.locale, o.created_at, o.paid_at,
        o.home_org_code, o.home_member_id
      from unnest(sold) o;
end
$$;
