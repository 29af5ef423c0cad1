-- Figures until now: laps are those driven instead of those agreed, and a charge that a terminal sent late is in the hour in which it was paid.

-- Nothing is rolled up meanwhile.
select from rollup_watermark for update;

create temporary view lap_difference as
  select g.id, g.seq, g.org_code, ((g.started_at at time zone s.time_zone) - make_interval(hours => s.day_start_hour))::date as day,
      to_char(g.started_at at time zone s.time_zone, 'HH24') as hour, g.vehicle_id, g.laps_done - g.laps as laps
    from run g
    join store s on s.org_code = g.org_code
    where g.state = 'ENDED' and g.laps_done <> g.laps
      and not exists (select from play_record p where p.id = g.play_id and p.org_code = g.org_code and p.consume_type = 'TESTCARD');

-- Runs that may still change, and those behind the watermark, are read when no run can begin or end; the many others before.
create temporary table recent_run on commit drop as
  select g.id, g.org_code from run g where g.state = 'RUNNING' or g.started_at > now() - interval '3 days';
create temporary table lap_change on commit drop as
  select d.org_code, d.day, d.hour, d.vehicle_id, sum(d.laps) as laps
    from lap_difference d
    where d.seq <= (select m.rides_until from rollup_watermark m)
      and not exists (select from recent_run r where r.id = d.id and r.org_code = d.org_code)
    group by 1, 2, 3, 4;

-- Charges before the table of runs is locked, because they are the longer part.
with late as (
  select l.org_code, l.business_day as day,
      case when ((l.created_at at time zone s.time_zone) - make_interval(hours => s.day_start_hour))::date = l.business_day
        then to_char(l.created_at at time zone s.time_zone, 'HH24') else '' end as before_hour,
      case when ((o.paid_at at time zone s.time_zone) - make_interval(hours => s.day_start_hour))::date = l.business_day
        then to_char(o.paid_at at time zone s.time_zone, 'HH24') else '' end as hour,
      -- Those that a terminal takes without the server.
      case l.account when 'cash' then l.delta else 0 end as cash, case l.account when 'deposit' then l.delta else 0 end as deposit,
      case l.account when 'balance' then -l.delta else 0 end as balance, case l.account when 'give' then -l.delta else 0 end as give
    from consume_order o
    join store s on s.org_code = o.org_code
    join ledger_line l on l.cause_id = o.id and l.org_code = o.org_code and l.cause_kind = 'consume'
    where l.seq <= (select m.ledger from rollup_watermark m) and l.other_org_code is null and l.created_at > o.paid_at
      and exists (select from play_record p where p.consume_id = o.id and p.org_code = o.org_code and p.offline)
)
insert into day_figure as known (org_code, day, dimension, item, cash, scan, deposit, refunded, recharges, balance, give, coupons, integral,
    laps, visits, unlimited, orders, people, recharge_orders)
  select late.org_code, late.day, 'hour', part.item, sum(part.sign * late.cash), 0, sum(part.sign * late.deposit), 0, 0,
      sum(part.sign * late.balance), sum(part.sign * late.give), 0, 0, 0, 0, 0, 0, 0, 0
    from late
    cross join lateral (values (late.before_hour, -1), (late.hour, 1)) as part (item, sign)
    where late.before_hour <> late.hour
    group by 1, 2, 4
  on conflict on constraint day_figure_pkey do update
    set cash = known.cash + excluded.cash, deposit = known.deposit + excluded.deposit, balance = known.balance + excluded.balance,
      give = known.give + excluded.give;

lock table run in share row exclusive mode;
insert into lap_change
  select d.org_code, d.day, d.hour, d.vehicle_id, d.laps
    from lap_difference d
    where d.seq > (select m.rides_until from rollup_watermark m);
insert into lap_change
  select d.org_code, d.day, d.hour, d.vehicle_id, d.laps
    from recent_run r
    join lap_difference d on d.id = r.id and d.org_code = r.org_code
    where d.seq <= (select m.rides_until from rollup_watermark m);
insert into vehicle_hour as known (org_code, day, hour, vehicle_id, runs, seconds, laps, tests)
  select c.org_code, c.day, c.hour, c.vehicle_id, 0, 0, sum(c.laps), 0 from lap_change c group by 1, 2, 3, 4
  on conflict on constraint vehicle_hour_pkey do update set laps = known.laps + excluded.laps;
drop view lap_difference;
