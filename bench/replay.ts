import type pg from 'pg'
import { EVERY_STORE, openDatabase } from '#server/db/database.ts'
import { replayLedger } from '#server/features/ledger/index.ts'
import type { Bench } from './bench.ts'
import type { Outcome } from './report.ts'
import { openSite } from './site.ts'

const STORE = 'A01A01'
const MEMBERS = 5000
const OPENING = 10_000_000
const PRICE = 3500

/** The replay of the whole ledger against wallets, lots and holds, as in the reconciliation, compared with only summing its lines. */
export async function replayBenchmark({ cluster, rounds, quick }: Bench): Promise<Outcome[]> {
  const site = await openSite(cluster, 'bench_replay')
  const db = openDatabase(site.appUrl, { size: 2 })
  try {
    const lines = quick ? 200_000 : 5_000_000
    await addLines(site.owner, lines)
    const replays: number[] = []
    const sums: number[] = []
    for (let round = -1; round < rounds; round++) {
      const replayed = await timed(async () => {
        const differences = await db.scoped(EVERY_STORE, replayLedger)
        if (differences.length > 0) throw new Error(`the ledger differs: ${JSON.stringify(differences[0])}`)
      })
      const summed = await timed(() =>
        site.owner.query('select sum(delta) from ledger_line group by org_code, member_id, account, project'),
      )
      if (round < 0) continue
      replays.push(replayed)
      sums.push(summed)
    }
    return [
      {
        benchmark: 'replay',
        title: `replaying a ledger of ${lines.toLocaleString('en')} lines of ${MEMBERS} members`,
        unit: 'ms',
        subject: { name: 'wallets, lots, holds and reversals, each line', figures: replays },
        baselines: [{ name: 'the sums of the lines, and nothing compared', figures: sums }],
        notes: ['no difference is found'],
      },
    ]
  } finally {
    await db.close()
    await site.close()
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** A recharge of each member and then charges in turn, with the resulting lots and wallets. */
async function addLines(owner: pg.Client, lines: number): Promise<void> {
  const charges = Math.floor(lines / MEMBERS) - 1
  await owner.query(
    `with guest as (
       insert into member (id, org_code, nickname) select 'R' || n, $1, 'bench' from generate_series(1, $2::integer) n returning id
     ), filled as (
       insert into wallet (org_code, member_id, kind, value) select $1, id, 'balance', $3::bigint - $4::bigint * $5::bigint from guest
         returning member_id, value
     )
     insert into wallet_lot (org_code, member_id, kind, issued, value_left, source_kind, created_at)
       select $1, member_id, 'balance', $3, value, 'recharge', now() from filled`,
    [STORE, MEMBERS, OPENING, charges, PRICE],
  )
  await owner.query(
    `insert into ledger_line (org_code, member_id, account, delta, value_after, cause_kind, cause_id, business_day, lot_ids, lot_deltas)
       select $1, l.member_id, 'balance', case n when 0 then $2::bigint else -$4::bigint end, $2::bigint - n * $4::bigint,
           case n when 0 then 'recharge' else 'consume' end, gen_random_uuid(), current_date, array[l.id],
           array[case n when 0 then $2::bigint else -$4::bigint end]
         from generate_series(0, $3::bigint) n, wallet_lot l where l.member_id like 'R%' order by n, l.id`,
    [STORE, OPENING, charges, PRICE],
  )
  await owner.query('vacuum analyze')
}
