-- Adds a portion of what is written for good to the figures of its days; answers whether there is more. Figures and mark change together,
-- so that each line and order is in the figures or behind the mark, once. Copies of the server take turns at the mark.
create or replace function fold_figures(p_portion bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mark figure_mark;
  ledger_to bigint;
  orders_to bigint;
begin
  if current_setting('pitlane.scope', true) is distinct from '' then
    raise exception 'figures are rolled up for all stores at once, or lines of the others would be lost';
  end if;
  select m.* into mark from figure_mark m for update;
  ledger_to := least(mark.ledger_until, mark.ledger + p_portion);
  orders_to := least(mark.orders_until, mark.orders + p_portion);
  if ledger_to = mark.ledger and orders_to = mark.orders then
    return false;
  end if;
  insert into day_figure as known (org_code, day, dimension, item, cash, scan, deposit, refunded, recharges, balance, give, coupons,
      integral, laps, visits, unlimited, orders, people, recharge_orders)
    select f.org_code, f.day, part.dimension, part.item, sum(f.cash), sum(f.scan), sum(f.deposit), sum(f.refunded), sum(f.recharges),
        sum(f.balance), sum(f.give), sum(f.coupons), sum(f.integral), sum(f.laps), sum(f.visits), sum(f.unlimited), sum(f.orders),
        sum(f.people), sum(f.recharge_orders)
      from figure_facts(mark.ledger, ledger_to, mark.orders, orders_to) f
      cross join lateral (values ('day', ''), ('hour', f.hour), ('type', f.type), ('rule', f.rule), ('cashier', f.cashier))
        as part (dimension, item)
      group by f.org_code, f.day, part.dimension, part.item
    on conflict on constraint day_figure_pkey do update set
      cash = known.cash + excluded.cash, scan = known.scan + excluded.scan, deposit = known.deposit + excluded.deposit,
      refunded = known.refunded + excluded.refunded, recharges = known.recharges + excluded.recharges,
      balance = known.balance + excluded.balance, give = known.give + excluded.give, coupons = known.coupons + excluded.coupons,
      integral = known.integral + excluded.integral, laps = known.laps + excluded.laps, visits = known.visits + excluded.visits,
      unlimited = known.unlimited + excluded.unlimited, orders = known.orders + excluded.orders,
      people = known.people + excluded.people, recharge_orders = known.recharge_orders + excluded.recharge_orders;
  update figure_mark set ledger = ledger_to, orders = orders_to;
  if ledger_to < mark.ledger_until or orders_to < mark.orders_until then
    return true;
  end if;
  -- New pages are found by their ranges from now on, instead of one by one.
  perform brin_summarize_new_values('ledger_line_seq'), brin_summarize_new_values('consume_order_seq');
  return false;
end
$$;
