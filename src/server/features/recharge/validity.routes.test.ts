import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readWorkbook } from '#server/core/workbooks/excel.read.ts'
import { dayBegan } from '#server/db/business-day.ts'
import { newId } from '#shared/core/id.ts'
import { businessDay, dayEnds, daysAfter } from '#shared/core/time.ts'
import { cardAfter } from '#shared/features/recharge/recharge.calc.ts'
import { daysLeft, endOfDay, lastDayOf } from '#shared/features/wallets/validity.calc.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { enrolledTerminal, type TestTerminal } from '#tests/support/venue/terminal-key.ts'
import { demoRule, STORE, seen, type Venue, venueOf } from '#tests/support/venue/venue.ts'

let server: TestServer
let venue: Venue
let cashier: TestClient
let manager: TestClient
let terminal: TestTerminal
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitlane-orders-'))
  server = await startTestServer()
  venue = venueOf(server)
  server.clock.set(new Date('2026-11-24T02:00:00Z'))
  cashier = await server.signIn('cashier')
  manager = await server.signIn('manager', STORE)
  const rule = { id: sysDepartChangwanRoleId, orgCode: STORE, ...card }
  await venue.inEveryStore((trx) => trx.insertInto('playCardRule').values(rule).execute())
  terminal = await enrolledTerminal(server, manager, { now: () => server.clock.now().getTime() })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

const clockOf = (dayStartHour: number) => ({ timeZone: 'Asia/Shanghai', dayStartHour })
const starts = (dayStartHour: number) => manager.storeSettings.edit({ body: { orgCode: STORE, dayStartHour } })
const card = { name: '月卡', days: 30, plays: -1, price: 29_900 }
const sysDepartChangwanRoleId = newId()
const sell = async (userId: string) => {
  const body = { userId, sysDepartChangwanRoleId, consumePayMode: 'cash' } as const
  return (await cashier.rechargeOrders.add({ key: newId(), body })).result
}

async function rowsOf(response: Response): Promise<string[][]> {
  const path = join(folder, 'orders.xlsx')
  await writeFile(path, Buffer.from(await response.arrayBuffer()))
  return (await readWorkbook(path, 1000)).map(({ cells }) => cells)
}

describe.each([
  ['by day', 0, '2026-11-24T06:00:00Z', '2026-12-24'],
  ['after midnight, where the day begins at four', 4, '2026-11-24T18:30:00Z', '2026-12-24'],
  ['after midnight, where the day begins at midnight', 0, '2026-11-24T18:30:00Z', '2026-12-25'],
])('a card for 30 days that is bought %s', (_, hour, at, day) => {
  it('has the same last day and days left in dialog, receipt, panel, lists, workbook, summary and snapshot', async () => {
    await starts(hour)
    server.clock.set(new Date(at))
    const userId = await venue.member()
    // The dialog computes the same as the server.
    const sold = { roleName: card.name, changwanDays: card.days, counts: card.plays }
    const { until } = cardAfter(null, sold, { ...clockOf(hour), now: server.clock.now() })
    expect(until && lastDayOf(until, clockOf(hour))).toBe(day)

    const order = await sell(userId)
    expect(order.validUntil).toBe(day)
    const [job] = await venue.rows('printJob').where('orderId', order.id)
    expect(JSON.stringify(job?.ticket)).toContain(`至 ${day}`)
    const panel = await seen(cashier, userId)
    expect(panel).toMatchObject({ changWanLastDay: day, projects: [{ changWanLastDay: day }] })
    const { result: picked } = await cashier.members.search({ query: { id: userId } })
    expect(picked.records).toMatchObject([{ changWanLastDay: day }])
    const { result: held } = await cashier.userProjects.listByUser({ query: { userId } })
    expect(held).toMatchObject([{ changWanLastDay: day, daysLeft: 30 }])
    const { result: glance } = await manager.memberGlance.glance({ query: { id: userId } })
    expect(glance.cards).toMatchObject([{ lastDay: day, daysLeft: 30 }])
    const { result: listed } = await cashier.rechargeOrders.list({ query: { keyword: userId } })
    expect(listed.records).toMatchObject([{ validUntil: day }])
    const path = `/api/memberrecharge/sysMemberRecharge/exportXls?keyword=${userId}`
    const { token } = manager
    expect((await rowsOf(await server.request(path, { token }))).at(-1)).toContain(day)
    const { result: kept } = await terminal.with(cashier).members.keep({ body: { since: '', after: '' } })
    expect(kept.members.find(({ id }) => id === userId)).toMatchObject({ changWanLastDay: day })
  })

  it('is extended by whole days, also by a merge', async () => {
    await starts(hour)
    server.clock.set(new Date(at))
    const [source, target] = await Promise.all([venue.member(), venue.member()])
    await sell(source)
    await sell(target)
    const { validUntil } = await sell(target)
    expect(validUntil).toBe(daysAfter(day, 30))
    server.clock.advance(3 * 3_600_000 + 1234)
    const today = lastDayOf(server.clock.now(), clockOf(hour))
    const left = daysLeft(day, today)
    const { result: joined } = await manager.memberMerge.mergePreview({
      query: { sourceId: source, targetId: target },
    })
    const after = daysAfter(day, 30 + left)
    expect(joined.cards).toMatchObject([{ after: { changWanLastDay: after } }])
    await manager.memberMerge.merge({ key: newId(), body: { sourceId: source, targetId: target, reason: '同一人' } })
    const { result: held } = await cashier.userProjects.listByUser({ query: { userId: target } })
    expect(held).toMatchObject([{ changWanLastDay: after, daysLeft: left + 30 + left }])
  })
})

it('shows the last day of the lots that a charge uses, as the panel and the summary do', async () => {
  await starts(0)
  server.clock.set(new Date('2026-11-24T06:00:00Z'))
  const userId = await venue.member()
  const validUntil = endOfDay('2026-12-24', clockOf(0))
  await venue.post({}, [{ account: 'balance', member: userId, delta: 90_000, validUntil }])
  const query = { sysDepartConsumeRoleId: demoRule().id, userId }
  const { result: quote } = await cashier.consume.quote({ query })
  expect(quote.lines[0]?.lots).toMatchObject([{ lastDay: '2026-12-24' }])
  const { result: glance } = await manager.memberGlance.glance({ query: { id: userId } })
  expect(glance.lots).toMatchObject([{ lastDay: '2026-12-24', daysLeft: 30 }])
})

/** Nights in which clocks go forward or back, and the hour at which they do; Lord Howe changes by half an hour. */
const CHANGES: [zone: string, night: string][] = [
  ['Europe/Berlin', '2026-03-28'],
  ['Europe/Berlin', '2034-10-28'],
  ['America/New_York', '2026-10-31'],
  ['America/New_York', '2027-03-13'],
  ['America/Havana', '2026-10-31'],
  ['Atlantic/Azores', '2026-10-24'],
  ['Australia/Lord_Howe', '2026-04-04'],
  ['Asia/Shanghai', '2026-10-24'],
]

it.each(CHANGES)(
  'ends a business day at the same moment in SQL, and there the next one begins: %s, %s',
  async (zone, night) => {
    const hours = Array.from({ length: 13 }, (_, hour) => hour)
    const found = await venue.inEveryStore(async (trx) => {
      const rows: unknown[] = []
      for (const hour of hours) {
        await trx
          .updateTable('store')
          .set({ dayStartHour: hour, timeZone: zone })
          .where('orgCode', '=', STORE)
          .execute()
        const end = dayEnds(night, zone, hour)
        const around = [new Date(end.getTime() - 1), end]
        const [row] = (
          await sql<{
            ends: Date
            before: string
            after: string
            began: Date
          }>`select day_ends(${STORE}, ${night}::date) as ends,
          business_day(${STORE}, ${around[0]})::text as before, business_day(${STORE}, ${around[1]})::text as after,
          ${dayBegan(new Date(end.getTime() + 3_600_000), 's')} as began from store s where s.org_code = ${STORE}`.execute(
            trx,
          )
        ).rows
        rows.push({ hour, ...row, inTypeScript: around.map((at) => businessDay(at, zone, hour)) })
      }
      await trx
        .updateTable('store')
        .set({ dayStartHour: 0, timeZone: 'Asia/Shanghai' })
        .where('orgCode', '=', STORE)
        .execute()
      return rows
    })
    const next = daysAfter(night, 1)
    expect(found).toEqual(
      hours.map((hour) => {
        const ends = dayEnds(night, zone, hour)
        return { hour, ends, before: night, after: next, began: ends, inTypeScript: [night, next] }
      }),
    )
  },
)

it('computes ends in SQL as in TypeScript', async () => {
  const cases = fc.record({
    hour: fc.integer({ min: 0, max: 12 }),
    at: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2030, 0, 1) }).map((time) => new Date(time)),
    now: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2030, 0, 1) }).map((time) => new Date(time)),
  })
  for (const { hour, at, now } of fc.sample(cases, 60)) {
    const day = lastDayOf(at, clockOf(hour))
    const today = lastDayOf(new Date(now.getTime() + 1), clockOf(hour))
    const [row] = await venue.inEveryStore(async (trx) => {
      await trx.updateTable('store').set({ dayStartHour: hour }).where('orgCode', '=', STORE).execute()
      const { rows } = await sql<{ last: string; left: number; ends: Date }>`select last_day(${STORE}, ${at}) as last,
        days_left(${STORE}, ${at}, ${now}) as left, day_ends(${STORE}, ${day}::date) as ends`.execute(trx)
      return rows
    })
    expect(row).toEqual({ last: day, left: daysLeft(day, today), ends: endOfDay(day, clockOf(hour)) })
  }
})
