import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EVERY_STORE, openDatabase } from '#server/db/database.ts'
import { replayLedger } from '#server/features/ledger/index.ts'
import { compareBills } from '#server/features/payments/bills/bills.job.ts'
import { findDifferences } from '#server/features/reconciliation/index.ts'
import { createEmptyDatabase } from '#tests/support/postgres/postgres.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { seedDemo } from './index.ts'

/** What happens in each week. */
const WEEKLY = 'cashOut,coinBack,coinIn,coinOut,consume,depositReturn,float,recharge,refund'.split(',')
/** In the afternoon of a day in Shanghai. */
const NOW = new Date('2026-03-18T08:30:00Z')

let server: TestServer
beforeAll(async () => {
  const database = await createEmptyDatabase()
  const db = openDatabase(database.appUrl)
  await seedDemo(db, { now: NOW })
  await db.close()
  server = await startTestServer({}, [], database)
})
afterAll(() => server.stop())

const rows = async <T>(query: ReturnType<typeof sql<T>>): Promise<T[]> =>
  (await server.deps.db.scoped(EVERY_STORE, (trx) => query.execute(trx))).rows

it('begins with a ledger that agrees with its wallets, lots and reversals', async () => {
  expect(await server.deps.db.scoped(EVERY_STORE, (trx) => replayLedger(trx))).toEqual([])
  const differences = await server.deps.db.scoped(EVERY_STORE, findDifferences)
  // Differences of cash drawers are intended, for the owner to see.
  expect(differences.filter(({ kind }) => kind !== 'count')).toEqual([])
})

it('has the members with documented wallets', async () => {
  expect(await rows(sql`select kind, value from wallet where member_id = '100001' order by kind`)).toEqual([
    { kind: 'balance', value: 50_000 },
    { kind: 'frequency', value: 10 },
    { kind: 'give', value: 5000 },
    { kind: 'integral', value: 300 },
    { kind: 'laps', value: 20 },
  ])
  expect(await rows(sql`select from wallet where member_id = '100002' and value > 0`)).toEqual([])
})

it('has all its cash in shifts, which are closed with the cash they took', async () => {
  expect(await rows(sql`select from ledger_line where account = 'cash' and shift_id is null`)).toEqual([])
  expect(await rows(sql`select from shift where closed_at is null`)).toEqual([])
  const [shifts] = await rows<{ all: number; off: number; today: number }>(sql`
    select count(*)::integer as all, count(*) filter (where difference <> 0)::integer as off,
      count(*) filter (where business_day = '2026-03-18')::integer as today from shift`)
  expect(shifts).toMatchObject({ all: 92, today: 2 })
  expect(shifts?.off).toBeGreaterThan(0)
})

it('has reports and reconciliations of the days before, from the same ledger', async () => {
  const [reports] = await rows<{ days: number; off: number }>(sql`
    select count(*)::integer as days, count(*) filter (where open_differences > 0)::integer as off from daily_report`)
  expect(reports?.days).toBeGreaterThan(50)
  expect(reports?.off).toBeGreaterThan(0)
  server.clock.set(NOW)
  const manager = await server.signIn('manager', 'A01A01')
  const { result } = await manager.statistics.figures({
    query: { period: 'range', from: '2026-03-01', until: '2026-03-17' },
  })
  const { records } = (await manager.dailyReports.list({ query: { pageSize: 30, day_begin: '2026-03-01' } })).result
  for (const { key, now } of result.rows) {
    const { revenue, recharges, guests, consumption, refunded, sessions, cash, scan } = now
    const expected = {
      revenue,
      recharges,
      guests,
      consumption,
      refunded,
      sessions,
      cash,
      scan,
      orders: now.orders + now.rechargeOrders,
    }
    expect(records.find(({ day }) => day === key)).toMatchObject(expected)
  }
  // The first real reconciliation finds the same differences as the seeded ones, and no new ones.
  const { result: night } = await (await server.signIn('hq')).reconciliation.run({})
  expect(night).toMatchObject({ opened: 0 })
  expect((await rows(sql`select from reconciliation_difference where state = 'gone'`)).length).toBe(0)
})

it('agrees with its payment provider on every day', async () => {
  server.clock.set(NOW)
  expect(await compareBills(server.deps, 30)).toBeGreaterThan(50)
  expect(await rows(sql`select from payment_difference`)).toEqual([])
})

it('has every kind of sale in each of the last weeks', async () => {
  const kinds = await rows<{ consumeType: string }>(
    sql`select distinct consume_type as "consumeType" from consume_order`,
  )
  expect(kinds.map(({ consumeType }) => consumeType).sort()).toEqual([
    'BALANCE',
    'BALANCEANDINTEGRAL',
    'FREQUENCY',
    'GROUPCOUPON',
    'INTEGRAL',
    'NOCARDCONSUME',
    'QUAN',
    'TESTCARD',
  ])
  const weeks = await rows<{ week: number; causes: string[] }>(sql`
    select ('2026-03-18' - business_day) / 7 as week, array_agg(distinct cause_kind::text order by cause_kind::text) as causes
    from ledger_line where business_day > '2026-03-18'::date - 28 group by 1 order by 1`)
  for (const { causes } of weeks) {
    expect(causes).toEqual(WEEKLY)
  }
  expect(weeks).toHaveLength(4)
  const kept = await rows(sql`select from consume_order where deposit > 0 and deposit_returned_at is null`)
  expect(kept.length).toBeGreaterThan(0)
})

it('has rankings of the month with the best laps of runs that count for them', async () => {
  const found = await rows<{ best: number; kept: number }>(sql`
    select min(l.ms) as best, (select min(b.ms) from run_best b where b.org_code = l.org_code) as kept
    from lap l join run g on g.id = l.run_id and g.org_code = l.org_code
    join play_record p on p.id = g.play_id and p.org_code = g.org_code
    where p.ranked group by l.org_code`)
  expect(found.length).toBeGreaterThan(0)
  for (const { best, kept } of found) expect(kept).toBe(best)
})

it('spreads monitored events evenly, so that no user stands out on the loss radar', async () => {
  server.clock.set(NOW)
  const { result } = await (await server.signIn('hq')).lossRadar.query({ query: {} })
  expect(result.people.length).toBeGreaterThan(2)
  const figures = result.people.flatMap(({ realname, figures }) => figures.map((figure) => ({ realname, ...figure })))
  expect(figures.filter(({ count }) => count > 1).length).toBeGreaterThan(5)
  expect(figures.filter(({ isUnusual }) => isUnusual)).toEqual([])
})
