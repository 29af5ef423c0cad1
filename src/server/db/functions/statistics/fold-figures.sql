-- Rolls up a portion of committed rows; returns whether there is more. Totals and watermark change in one transaction, so each ledger
-- entry, order and ride is either in the totals or behind the watermark. Copies of the server take turns by locking the watermark.
create or replace function fold_figures(p_portion bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mark rollup_watermark;
  next_mark rollup_watermark;
begin
  if current_setting('pitlane.scope', true) is distinct from '' then
    raise exception 'figures are rolled up for all stores at once, or lines of the others would be lost';
  end if;
  select m.* into mark from rollup_watermark m for update;
  next_mark := mark;
  next_mark.ledger := least(mark.ledger_until, mark.ledger + p_portion);
  next_mark.orders := least(mark.orders_until, mark.orders + p_portion);
  -- Totals by vehicle have their own watermarks of ledger and rides.
  next_mark.vehicle_ledger := least(mark.ledger_until, mark.vehicle_ledger + p_portion);
  next_mark.rides := least(mark.rides_until, mark.rides + p_portion);
  if next_mark = mark then
    return false;
  end if;
  insert into day_figure as known (org_code, day, dimension, item, cash, scan, deposit, refunded, recharges, balance, give, coupons,
      integral, laps, visits, unlimited, orders, people, recharge_orders, discount,
      coins, coupon_off)
    select fact.org_code, fact.day, fact.dimension, fact.item, sum(fact.cash), sum(fact.scan), sum(fact.deposit), sum(fact.refunded),
        sum(fact.recharges), sum(fact.balance), sum(fact.give), sum(fact.coupons), sum(fact.integral), sum(fact.laps), sum(fact.visits),
        sum(fact.unlimited), sum(fact.orders), sum(fact.people), sum(fact.recharge_orders), sum(fact.discount),
        sum(fact.coins), sum(fact.coupon_off)
      from (
        select f.org_code, f.day, part.dimension, part.item, f.cash, f.scan, f.deposit, f.refunded, f.recharges, f.balance, f.give,
            f.coupons, f.integral, f.laps, f.visits, f.unlimited, f.orders, f.people, f.recharge_orders, f.discount, f.coins, f.coupon_off
          from figure_facts(mark.ledger, next_mark.ledger, mark.orders, next_mark.orders) f
          cross join lateral (values ('day', ''), ('hour', f.hour), ('type', f.type), ('rule', f.rule), ('cashier', f.cashier))
            as part (dimension, item)
        union all
        select v.org_code, v.day, 'vehicle', v.vehicle, v.cash, v.scan, v.deposit, v.refunded, v.recharges, v.balance, v.give, v.coupons,
            v.integral, v.laps, v.visits, v.unlimited, v.orders, v.people, v.recharge_orders, v.discount, v.coins, v.coupon_off
          from vehicle_facts(mark.vehicle_ledger, next_mark.vehicle_ledger, mark.rides, next_mark.rides) v
      ) fact
      group by fact.org_code, fact.day, fact.dimension, fact.item
    on conflict on constraint day_figure_pkey do update set
      cash = known.cash + excluded.cash, scan = known.scan + excluded.scan, deposit = known.deposit + excluded.deposit,
      refunded = known.refunded + excluded.refunded, recharges = known.recharges + excluded.recharges,
      balance = known.balance + excluded.balance, give = known.give + excluded.give, coupons = known.coupons + excluded.coupons,
      integral = known.integral + excluded.integral, laps = known.laps + excluded.laps, visits = known.visits + excluded.visits,
      unlimited = known.unlimited + excluded.unlimited, orders = known.orders + excluded.orders,
      people = known.people + excluded.people, recharge_orders = known.recharge_orders + excluded.recharge_orders,
      discount = known.discount + excluded.discount, coins = known.coins + excluded.coins,
      coupon_off = known.coupon_off + excluded.coupon_off;
  update rollup_watermark set ledger = next_mark.ledger, orders = next_mark.orders, vehicle_ledger = next_mark.vehicle_ledger,
    rides = next_mark.rides;
  if next_mark.ledger < mark.ledger_until or next_mark.orders < mark.orders_until or next_mark.vehicle_ledger < mark.ledger_until
      or next_mark.rides < mark.rides_until then
    return true;
  end if;
  -- From now on new pages are found by their BRIN ranges.
  perform brin_summarize_new_values('ledger_line_seq'), brin_summarize_new_values('consume_order_seq'),
    brin_summarize_new_values('run_seq');
  return false;
end
$$;
