import type pg from 'pg'
import { statistics } from '#shared/features/statistics/statistics.contract.ts'
import type { Bench } from './bench.ts'
import type { Outcome } from './report.ts'
import { openSite, settle } from './site.ts'
import { median } from './stats.ts'

const STORE = 'A01A01'
const OTHER = 'A01A02'
/** Runs of a vehicle per hour, over a year. */
const RUNS = 4
/** Requests of a round for each grouping of figures. */
const TIMES = 5
const GROUPS = ['day', 'hour', 'type', 'rule', 'cashier', 'store', 'vehicle'] as const

/** Figures of a year with the orders of a busy chain, against the same sums from the rows themselves. */
export async function statisticsBenchmark({ cluster, rounds, quick }: Bench): Promise<Outcome[]> {
  const site = await openSite(cluster, 'bench_statistics')
  try {
    const orders = quick ? 50_000 : 1_000_000
    await addYear(site.owner, orders)
    await rollUp(site.owner)
    // Orders since the last roll-up are read from their rows.
    await addYear(site.owner, 200, 'today')
    await settle(site.owner)
    const { headers } = await site.signIn('hq')
    const ask = async (by: string): Promise<number> => {
      const begun = performance.now()
      const url = `${site.server.url}/api${statistics.figures.path}?by=${by}&period=year`
      const answer = (await (await fetch(url, { headers })).json()) as { success: boolean; result: { rows: unknown[] } }
      if (!answer.success || answer.result.rows.length === 0) throw new Error(`no figures by ${by}`)
      return performance.now() - begun
    }
    const figures = new Map(GROUPS.map((by) => [by, [] as number[]]))
    const whole: number[] = []
    for (let round = -1; round < rounds; round++) {
      for (const by of GROUPS) {
        const took: number[] = []
        for (let time = 0; time < TIMES; time++) took.push(await ask(by))
        if (round >= 0) figures.get(by)?.push(median(took))
      }
      const begun = performance.now()
      await site.owner.query(
        `select business_day, account, sum(delta) from ledger_line where cause_kind in ('consume', 'recharge', 'refund')
           and business_day > current_date - 730 group by 1, 2`,
      )
      if (round >= 0) whole.push(performance.now() - begun)
    }
    return GROUPS.map((by) => ({
      benchmark: 'statistics',
      title: `a year of ${orders.toLocaleString('en')} orders in two stores by ${by}, beside the year before`,
      unit: 'ms' as const,
      subject: { name: 'GET figures through HTTP', figures: figures.get(by) ?? [] },
      baselines: [{ name: 'the sums of the ledger by day, from its lines', figures: whole }],
      notes: ['wanted: below 300 ms'],
    }))
  } finally {
    await site.close()
  }
}

/** Orders with their lines, half of them of guests; spread over the last year, or all of today. */
export async function addYear(owner: pg.Client, orders: number, when: 'year' | 'today' = 'year'): Promise<void> {
  const at =
    when === 'year'
      ? `now() - n * interval '365 days' / $3`
      : `now() - interval '1 second' * (n % 60) + 0 * $3::int * interval '1 second'`
  await owner.query(
    `with rule as (select array_agg(id order by id) as ids, array_agg(consume_type order by id) as types from consume_rule where org_code = $1),
       staff as (select array_agg(id order by id) as ids from user_account)
     insert into consume_order (id, org_code, rule_id, rule_name, state, consume_type, pay_mode, usage_mode, amount, operator_id, created_at, paid_at)
       select gen_random_uuid(), case n % 2 when 0 then $1 else $2 end, rule.ids[1 + n % cardinality(rule.ids)], 'bench', 'paid',
           rule.types[1 + n % cardinality(rule.ids)], 'cash', 'immediate', 3500, staff.ids[1 + n % cardinality(staff.ids)], ${at}, ${at}
         from rule, staff, generate_series(1, $3::bigint) n order by n desc`,
    [STORE, OTHER, orders],
  )
  await owner.query(
    `insert into ledger_line (org_code, account, delta, cause_kind, cause_id, operator_id, created_at, business_day)
       select o.org_code, 'cash', 3500, 'consume', o.id, o.operator_id, o.paid_at, (o.paid_at at time zone 'Asia/Shanghai')::date
         from consume_order o where o.rule_name = 'bench'
           and not exists (select from ledger_line l where l.cause_id = o.id) order by o.seq`,
  )
  if (when === 'today') return
  await owner.query(
    `insert into vehicle_hour (org_code, day, hour, vehicle_id, runs, seconds, laps)
       select v.org_code, current_date - day, lpad(hour::text, 2, '0'), v.id, $1, 2000, 30
         from vehicle v, generate_series(0, 364) day, generate_series(10, 21) hour on conflict do nothing`,
    [RUNS],
  )
}

/** Rolls up the inserted rows, as the server does each minute. */
export async function rollUp(owner: pg.Client): Promise<void> {
  await owner.query(`select set_config('pitlane.scope', '', false), set_config('pitlane.scope_end', '~', false)`)
  await owner.query('vacuum analyze')
  await owner.query('select advance_rollup_watermark()')
  for (;;) {
    const { rows } = await owner.query<{ more: boolean }>('select fold_figures(100000) as more')
    if (!rows[0]?.more) return
  }
}
