-- Test runs (TESTCARD) have a figure of their own and are in no other, nor in rankings. What member levels took off is a figure as well.
select set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);

alter table vehicle_hour add column tests bigint not null default 0;
alter table day_figure add column discount bigint not null default 0;
alter table daily_report
  add column tests bigint not null default 0,
  add column discount bigint not null default 0;

with test as (
  select g.org_code, ((g.started_at at time zone s.time_zone) - make_interval(hours => s.day_start_hour))::date as day,
      to_char(g.started_at at time zone s.time_zone, 'HH24') as hour, g.vehicle_id, count(*) as runs,
      sum(greatest(0, extract(epoch from g.ended_at - g.started_at)::bigint)) as seconds, sum(g.laps) as laps
    from game_log g
    join store s on s.org_code = g.org_code
    join play_before_pay p on p.id = g.play_id and p.org_code = g.org_code
    where g.state = 'ENDED' and p.consume_type = 'TESTCARD'
    group by 1, 2, 3, 4
)
update vehicle_hour h
  set runs = greatest(0, h.runs - t.runs), seconds = greatest(0, h.seconds - t.seconds), laps = greatest(0, h.laps - t.laps), tests = t.runs
  from test t
  where h.org_code = t.org_code and h.day = t.day and h.hour = t.hour and h.vehicle_id = t.vehicle_id;

-- Nothing is rolled up meanwhile.
select from figure_mark for update;
with changed as (
  select o.org_code, o.day, part.dimension, part.item, count(*) filter (where o.is_test) as orders,
      coalesce(sum(o.people) filter (where o.is_test), 0) as people, sum(o.discount) as discount
    from (
      select c.org_code, ((c.paid_at at time zone s.time_zone) - make_interval(hours => s.day_start_hour))::date as day,
          to_char(c.paid_at at time zone s.time_zone, 'HH24') as hour, c.consume_type as type, c.rule_id::text as rule,
          coalesce(c.cashier_id, c.operator_id)::text as cashier, c.people, c.discount, c.consume_type = 'TESTCARD' as is_test
        from consume_order c
        join store s on s.org_code = c.org_code
        where c.seq <= (select m.orders from figure_mark m) and c.state in ('payed', 'refunding', 'refunded')
          and (c.consume_type = 'TESTCARD' or c.discount > 0)
    ) o
    cross join lateral (values ('day', ''), ('hour', o.hour), ('type', o.type), ('rule', o.rule), ('cashier', o.cashier))
      as part (dimension, item)
    group by 1, 2, 3, 4
)
update day_figure f
  set orders = greatest(0, f.orders - c.orders), people = greatest(0, f.people - c.people), discount = c.discount
  from changed c
  where f.org_code = c.org_code and f.day = c.day and f.dimension = c.dimension and f.item = c.item;

delete from run_best b using game_log g, play_before_pay p
  where g.id = b.run_id and g.org_code = b.org_code and p.id = g.play_id and p.org_code = g.org_code and p.consume_type = 'TESTCARD';
delete from ranking_board b using consume_rule r
  where r.id = b.rule_id and r.org_code = b.org_code and r.consume_type = 'TESTCARD'
    and not exists (select from run_best x where x.rule_id = b.rule_id and x.org_code = b.org_code);
update consume_rule set ranked = false where consume_type = 'TESTCARD' and ranked;
