import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { scopeOf, type Transaction } from '#server/db/database.ts'
import { withClient } from '#server/db/roles.ts'
import { COUNTED_ROWS } from '#shared/core/envelope.ts'
import { newId } from '#shared/core/id.ts'
import { until } from '#tests/support/until.ts'
import { playRecordsOf } from '#tests/support/venue/play-records.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { listPlayRecords } from './play-records.repository.ts'

const { server, venue, manager } = await testVenue(['manager'])
const { list, count } = playRecordsOf(venue, manager)

describe('more than a hundred thousand play records', () => {
  beforeAll(() =>
    withClient(server.database.ownerUrl, async (owner) => {
      // Foreign keys are not tested here, and checking them takes most of the time.
      await owner.query('set session_replication_role = replica')
      await owner.query(
        `insert into play_record (id, org_code, created_at, state, ticket_no, queue_number, racer, rule_id,
          rule_name, consume_type, run_mode, laps, minutes, people, price_mode, price, vehicle_id, vehicle_name,
          operator_id, member_id)
        select gen_random_uuid(), org_code, created_at - interval '40 days' - n * interval '17 seconds', state, ticket_no,
          queue_number, racer, rule_id, rule_name, consume_type, run_mode, laps, minutes, people, price_mode, price,
          vehicle_id, vehicle_name, operator_id, member_id
        from (select * from play_record where org_code = 'A01A01' order by id limit 1000) p, generate_series(1, 100) n`,
      )
      // A transaction of the server that is still open leaves new rows unmarked, and then index-only scans look expensive.
      await until(async () => {
        await owner.query('vacuum analyze play_record')
        const { rows } = await owner.query<{ share: number }>(
          `select relallvisible::float8 / relpages as share from pg_class where oid = 'play_record'::regclass`,
        )
        expect(rows[0]?.share).toBeGreaterThan(0.9)
      })
    }),
  )

  const reads = async (trx: Transaction) => {
    const { rows } = await sql<{ seqScan: number; idxScan: number; idxTupFetch: number }>`
      select seq_scan, idx_scan, idx_tup_fetch from pg_stat_xact_user_tables where relname = 'play_record'`.execute(trx)
    return rows[0] ?? { seqScan: 0, idxScan: 0, idxTupFetch: 0 }
  }

  it.each([
    ['newest first', {}],
    ['oldest first', { order: 'asc' }],
    ['deep in the list', { pageNo: 3000 }],
    ['by their states', { column: 'playState', order: 'asc' }],
    ['by their states, the last first', { column: 'playState' }],
    ['by their ids', { column: 'id' }],
    ['of one state', { playState: 'ESCAPED' }],
    ['of one member', { userId: '100001' }],
    ['of one week', { createTime_begin: '2026-01-01', createTime_end: '2026-01-07' }],
    ['of one id', { id: newId() }],
  ] as const)('are listed %s without reading the table from end to end', async (_name, query) => {
    for (const scope of [scopeOf('A01A01'), scopeOf('A01')]) {
      await server.deps.db.scoped(scope, async (trx) => {
        const page = { pageNo: 1, pageSize: 10, column: 'createTime', order: 'desc', ...query } as const
        // Statistics of the connection include earlier statements.
        const before = await reads(trx)
        await listPlayRecords(trx, page)
        const after = await reads(trx)
        expect(after.seqScan - before.seqScan).toBe(0)
        expect(after.idxScan - before.idxScan).toBeGreaterThan(0)
        // Per store: the count and the page.
        if (page.pageNo === 1) expect(after.idxTupFetch - before.idxTupFetch).toBeLessThan(2 * (COUNTED_ROWS + 20))
      })
    }
  })

  it('are sorted newest first within a state, by an index', async () => {
    const rising = await list({ column: 'playState', order: 'asc', pageSize: 50 })
    const times = rising.records.filter(({ playState }) => playState === rising.records[0]?.playState)
    expect(times.length).toBeGreaterThan(5)
    expect(times.map(({ createTime }) => createTime)).toEqual(
      times
        .map(({ createTime }) => createTime)
        .sort()
        .reverse(),
    )
  })

  it('read the last pages from the other end, and show each record on one page only', async () => {
    const total = (await count()) ?? 0
    const pageSize = 200
    const pages = Math.ceil(total / pageSize)
    const last = await list({ pageNo: pages, pageSize })
    expect(last).toMatchObject({ total, pages, searchCount: true })
    expect(last.records).toHaveLength(total - (pages - 1) * pageSize)
    const before = await list({ pageNo: pages - 1, pageSize })
    const oldest = await list({ pageNo: 1, pageSize, order: 'asc' })
    const ids = [...before.records, ...last.records].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.slice(-pageSize).reverse()).toEqual(oldest.records.map(({ id }) => id))
    expect((await list({ pageNo: pages + 1, pageSize })).records).toEqual([])
  })

  it('are searched by part of a text, with a limit on the parts', async () => {
    expect((await list({ remark: '*nowhere*' })).total).toBe(0)
    const many = `,${Array.from({ length: 1200 }, (_, index) => `x${index}`).join(',')},`
    await expect(list({ remark: many })).rejects.toMatchObject({ code: 'lists.tooDear' })
    const week = { createTime_begin: '2026-01-01', createTime_end: '2026-01-02' }
    expect((await list({ remark: `,${'a,'.repeat(20)}`, ...week })).records).toBeDefined()
  })

  it('are searched by keywords, unless that takes too long', async () => {
    expect((await list({ keyword: '神秘' })).records).toHaveLength(10)
    const search = { pageNo: 1, pageSize: 10, column: 'createTime', order: 'desc', keyword: '神秘' } as const
    const asIfMany = (query: Record<string, string>) =>
      server.deps.db.scoped(scopeOf('A01'), async (trx) => {
        await sql`set local cpu_tuple_cost = 10`.execute(trx)
        return listPlayRecords(trx, { ...search, ...query })
      })
    await expect(asIfMany({})).rejects.toMatchObject({ code: 'lists.tooDear' })
    const day = { createTime_begin: '2026-01-01', createTime_end: '2026-01-01' }
    expect((await asIfMany(day)).records).toBeDefined()
  })

  it('are sorted without an index, unless that takes too long', async () => {
    const byRacer = (query: Record<string, string>) =>
      server.deps.db.scoped(scopeOf('A01'), async (trx) => {
        await sql`set local cpu_tuple_cost = 10`.execute(trx)
        return listPlayRecords(trx, { pageNo: 1, pageSize: 10, column: 'racer', order: 'asc', ...query })
      })
    expect((await list({ column: 'racer' })).records).toHaveLength(10)
    await expect(byRacer({})).rejects.toMatchObject({ code: 'lists.tooDear' })
    const day = { createTime_begin: '2026-01-01', createTime_end: '2026-01-01' }
    expect((await byRacer(day)).records).toBeDefined()
    expect((await byRacer({ column: 'playState' })).records).toHaveLength(10)
  })

  it('show when their number is an estimate', async () => {
    const exact = (await count()) ?? 0
    const page = await list({})
    expect(exact).toBeGreaterThan(100_000)
    expect(page.searchCount).toBe(false)
    expect(Math.abs(page.total - exact) / exact).toBeLessThan(0.1)
    const state = await list({ playState: 'PENDING' })
    expect(state).toMatchObject({ searchCount: true })
    expect(state.total).toBeLessThanOrEqual(2000)
  })
})
