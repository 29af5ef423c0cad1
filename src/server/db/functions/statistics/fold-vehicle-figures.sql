-- Adds a portion of what is written for good to the figures of vehicles, as `fold_figures` does for the others; answers whether there is more.
create or replace function fold_vehicle_figures(p_portion bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mark figure_mark;
  ledger_to bigint;
  rides_to bigint;
begin
  if current_setting('pitlane.scope', true) is distinct from '' then
    raise exception 'figures are rolled up for all stores at once, or lines of the others would be lost';
  end if;
  select m.* into mark from figure_mark m for update;
  ledger_to := least(mark.ledger_until, mark.vehicle_ledger + p_portion);
  rides_to := least(mark.rides_until, mark.rides + p_portion);
  if ledger_to = mark.vehicle_ledger and rides_to = mark.rides then
    return false;
  end if;
  insert into day_figure as known (org_code, day, dimension, item, cash, scan, deposit, refunded, recharges, balance, give, coupons,
      integral, laps, visits, unlimited, orders, people, recharge_orders)
    select f.org_code, f.day, 'vehicle', f.vehicle, sum(f.cash), sum(f.scan), sum(f.deposit), sum(f.refunded), 0, sum(f.balance),
        sum(f.give), sum(f.coupons), sum(f.integral), sum(f.laps), sum(f.visits), sum(f.unlimited), 0, 0, 0
      from vehicle_facts(mark.vehicle_ledger, ledger_to, mark.rides, rides_to) f
      group by f.org_code, f.day, f.vehicle
    on conflict on constraint day_figure_pkey do update set
      cash = known.cash + excluded.cash, scan = known.scan + excluded.scan, deposit = known.deposit + excluded.deposit,
      refunded = known.refunded + excluded.refunded, balance = known.balance + excluded.balance, give = known.give + excluded.give,
      coupons = known.coupons + excluded.coupons, integral = known.integral + excluded.integral, laps = known.laps + excluded.laps,
      visits = known.visits + excluded.visits, unlimited = known.unlimited + excluded.unlimited;
  update figure_mark set vehicle_ledger = ledger_to, rides = rides_to;
  if ledger_to < mark.ledger_until or rides_to < mark.rides_until then
    return true;
  end if;
  perform brin_summarize_new_values('game_log_seq');
  return false;
end
$$;
