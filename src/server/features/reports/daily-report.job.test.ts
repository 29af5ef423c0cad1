import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { daysAfter } from '#shared/core/time.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue/venue.ts'
import { makeDailyReports } from './daily-report.job.ts'

let server: TestServer
let venue: Venue
let manager: TestClient
let hq: TestClient
beforeAll(async () => {
  // No mail server listens there, so queued mails can be inspected.
  server = await startTestServer({ smtpUrl: 'smtp://127.0.0.1:9' })
  venue = venueOf(server)
  manager = await server.signIn('manager', STORE)
  hq = await server.signIn('hq')
})
afterAll(() => server.stop())

const noticesOf = async (client: TestClient) =>
  (await client.announcements.listByUser({})).result.sysMsgList.filter(({ titile }) => titile.includes('日报'))
const reports = async (client: TestClient) =>
  (await client.dailyReports.list({ query: { pageSize: 50 } })).result.records

it('creates the report of each ended day once, with the figures of the statistics', async () => {
  const member = await venue.member()
  const today = (await manager.statistics.figures({ query: { period: 'today' } })).result
  const [rule] = (await manager.rechargeRules.listOnSale({ query: {} })).result.records
  const sold = { userId: member, sysDepartRechargeRoleId: rule?.id, consumePayMode: 'cash' as const }
  await manager.rechargeOrders.add({ body: sold, key: newId() })
  server.clock.advance(86_400_000)
  expect(await makeDailyReports(server.deps, 1)).toBe(2)
  expect(await makeDailyReports(server.deps, 1)).toBe(0)
  const [row, ...others] = await reports(manager)
  expect(others).toEqual([])
  const [yesterday] = (await manager.statistics.figures({ query: { period: 'yesterday' } })).result.rows
  expect(row).toMatchObject({
    day: today.until,
    sysOrgCode: STORE,
    revenue: yesterday?.now.revenue,
    recharges: yesterday?.now.recharges,
    consumption: yesterday?.now.consumption,
  })
  expect(row?.recharges).toBeGreaterThan(0)
  expect(row?.owedBalance).toBe((await manager.liability.query({ query: {} })).result.total.balance)
  expect((await reports(hq)).map(({ sysOrgCode }) => sysOrgCode).sort()).toEqual(['A01A01', 'A01A02'])
})

it('sends one report over all their stores to each receiver, by message unless they choose otherwise', async () => {
  const [own] = await noticesOf(hq)
  expect(own?.titile).toMatch(/日报：营收 [\d,.]+ 元/)
  expect(own?.msgContent).toContain('合计')
  expect(await noticesOf(hq)).toHaveLength(1)
  expect(await noticesOf(await server.signIn('cashier'))).toEqual([])

  expect((await manager.dailyReports.mine({})).result).toEqual({ way: 'message', email: '', canMail: true })
  await venue.inEveryStore((trx) =>
    trx.updateTable('userAccount').set({ email: 'boss@example.com' }).where('id', '=', hq.user.id).execute(),
  )
  await hq.dailyReports.receive({ body: { way: 'mail' } })
  // Without a mail address the report is still sent as a message.
  await manager.dailyReports.receive({ body: { way: 'mail' } })
  const before = [(await noticesOf(hq)).length, (await noticesOf(manager)).length]
  server.clock.advance(86_400_000)
  await makeDailyReports(server.deps, 1)
  await makeDailyReports(server.deps, 1)
  expect([(await noticesOf(hq)).length, (await noticesOf(manager)).length]).toEqual([before[0], (before[1] ?? 0) + 1])
  const mails = await venue.rows('message').where('receiver', 'boss@example.com')
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ type: '2', title: expect.stringContaining('日报') })
  const [file, ...more] = await venue.rows('messageAttachment').where('messageId', mails[0]?.id)
  expect(more).toEqual([])
  expect(file?.name).toMatch(/^营业日报 \d{4}-\d{2}-\d{2}\.xlsx$/)
  expect(String(file?.content).slice(0, 2)).toBe('PK')

  await hq.dailyReports.receive({ body: { way: 'none' } })
  server.clock.advance(3 * 86_400_000)
  expect(await makeDailyReports(server.deps, 3)).toBe(6)
  expect(await noticesOf(hq)).toHaveLength(before[0] ?? 0)
  const days = (await reports(manager)).map(({ day }) => day)
  expect(days).toEqual([0, 1, 2, 3, 4].map((back) => daysAfter(days[0] ?? '', -back)))
})

it('has the difference of a shift that is closed after the report of its first day', async () => {
  const [cashier, chief] = [await server.signIn('cashier'), await server.signIn('manager', STORE)]
  const of = async (day: string) => (await reports(chief)).find((one) => one.day === day)?.drawerDifference
  const { id } = (await cashier.shifts.open({ body: { floatAmount: 500 }, key: newId() })).result
  const first = (await chief.statistics.figures({ query: { period: 'today' } })).result.until
  server.clock.advance(86_400_000)
  await makeDailyReports(server.deps, 1)
  expect(await of(first)).toBe(0)
  await cashier.shifts.close({ body: { id, counted: 300 }, key: newId() })
  server.clock.advance(86_400_000)
  await makeDailyReports(server.deps, 1)
  expect(await of(daysAfter(first, 1))).toBe(-200)
})
