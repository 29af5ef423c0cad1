import type pg from 'pg'
import { newId } from '#shared/core/id.ts'
import { shifts } from '#shared/features/shifts/shifts.contract.ts'
import type { Bench } from './bench.ts'
import type { Job } from './load.ts'
import { type Outcome, seriesOf } from './report.ts'
import { openSite, settle } from './site.ts'
import type { Round } from './stats.ts'

const STORE = 'A01A01'
const ORDERS = 20_000
/** Orders of other shifts in the same table. */
const OTHERS = 5

/** The Z report of a shift with the orders of the busiest day, against only summing its lines. */
export async function shiftReportBenchmark({ cluster, loader, rounds, quick }: Bench): Promise<Outcome[]> {
  const site = await openSite(cluster, 'bench_shift_report')
  try {
    const { headers, user } = await site.signIn('hq')
    const shift = newId()
    await addShift(site.owner, shift, user.id)
    await settle(site.owner)
    const request = { method: 'GET', path: `/api${shifts.report.path}?id=${shift}`, headers } as const
    const sums = `select cause_kind, account, count(*), sum(delta) from ledger_line where shift_id = '${shift}' group by 1, 2`
    const jobs: Record<'report' | 'sums', Job> = {
      report: { kind: 'request', url: site.server.url, connections: 1, ms: quick ? 500 : 2000, request },
      sums: {
        kind: 'conversation',
        url: site.ownerUrl,
        connections: 1,
        ms: quick ? 500 : 2000,
        conversation: [{ name: 'sums', text: sums }],
      },
    }
    const done: Record<'report' | 'sums', Round[]> = { report: [], sums: [] }
    for (let round = -1; round < rounds; round++) {
      for (const name of ['report', 'sums'] as const) {
        const measured = await loader.run(jobs[name])
        if (round >= 0) done[name].push(measured)
      }
    }
    return [
      {
        benchmark: 'z-report',
        title: `the Z report of a shift of ${ORDERS.toLocaleString('en')} orders among ${((OTHERS + 1) * ORDERS).toLocaleString('en')}, ${rounds} rounds`,
        unit: 'ms',
        subject: seriesOf('GET report through HTTP', done.report, 'ms'),
        baselines: [seriesOf('the sums of its lines by kind, on pg', done.sums, 'ms')],
      },
    ]
  } finally {
    await site.close()
  }
}

/** Orders paid by cash, by scan and from wallets, every tenth with a deposit. */
async function addShift(owner: pg.Client, shift: string, operator: string): Promise<void> {
  await owner.query(
    `insert into shift (id, org_code, operator_id, cashier_id, cashier_name, business_day, opened_at, opening_float, closed_at, closed_by,
         closed_by_name, counted, expected, closed_seq)
       values ($1, $2, $3, $3, 'bench', current_date, now() - interval '12 hours', 50000, now(), $3, 'bench', 0, 0, 0)`,
    [shift, STORE, operator],
  )
  for (let other = 0; other <= OTHERS; other++) {
    await owner.query(
      `with cause as (select gen_random_uuid() as id, n from generate_series(1, $3::integer) n)
       insert into ledger_line (org_code, account, delta, cause_kind, cause_id, operator_id, created_at, business_day, shift_id)
         select $2, account::text, 3500, 'consume', id, $4, now(), current_date, case $5::integer when 0 then $1::uuid end
           from cause, lateral (values (case n % 3 when 0 then 'scan' else 'cash' end), (case n % 10 when 0 then 'deposit' end)) line (account)
           where account is not null order by n`,
      [shift, STORE, ORDERS, operator, other],
    )
  }
}
