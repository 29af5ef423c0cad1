import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workMassMessages } from '#server/features/guest-messages/mass-messages.job.ts'
import { sendOutbox } from '#server/features/messages/index.ts'
import { processPayments } from '#server/features/payments/index.ts'
import { newId } from '#shared/core/id.ts'
import { cutPoints } from '#tests/support/faults/cut-points.ts'
import { type SteppingWay, steppingWay } from '#tests/support/faults/stepping-way.ts'
import { startMessageProvider } from '#tests/support/message-providers.ts'
import { createTestDatabase } from '#tests/support/postgres/postgres.ts'
import { nameSampleOnFailure } from '#tests/support/runner/sample.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { codeEnding } from '#tests/support/venue/paid-orders.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue/venue.ts'

const SLICES = ['guest-messages', 'messages', 'payments']
const PATIENCE = 240_000
/** How many members the large mass message has; 100000 measures what the chapter says. */
const MEMBERS = Number(process.env.PITLANE_MASS_MEMBERS ?? 1500)

let way: SteppingWay
let server: TestServer
let venue: Venue
let manager: TestClient
let provider: Awaited<ReturnType<typeof startMessageProvider>>
beforeAll(async () => {
  const database = await createTestDatabase()
  way = await steppingWay(database.appUrl)
  provider = await startMessageProvider()
  server = await startTestServer({ smsUrl: `${provider.url}/sms` }, [], { ...database, appUrl: way.url })
  venue = venueOf(server)
  manager = await server.signIn('manager', STORE)
})
nameSampleOnFailure()
afterAll(async () => {
  await server.stop()
  way.close()
  await provider.close()
})

const setLeft = (smsCount: number) =>
  venue.inEveryStore((trx) => trx.updateTable('store').set({ smsCount }).where('orgCode', '=', STORE).execute())
const left = async () => (await venue.rows('store').where('orgCode', STORE))[0]?.smsCount

describe('a server that is killed between any two statements', { timeout: PATIENCE }, () => {
  it('raises the SMS of a store once for a paid package', async () => {
    const body = { packageName: '一千条', smsTexts: 1000, price: 60, sellerCode: STORE }
    const admin = await server.signIn('admin')
    await admin.smsPackages.add({ body })
    await setLeft(0)
    const { offers } = (await manager.smsPurchases.offers()).result
    const packageId = offers.find(({ packageName }) => packageName === '一千条')?.id ?? ''
    const buy = (key: string) =>
      manager.smsPurchases.add({ key, body: { packageId, price: 60, payCode: codeEnding(0) } })
    let bought = 0
    for (const edge of ['unsent', 'unanswered'] as const) {
      for (const statement of cutPoints(edge, SLICES)) {
        const key = newId()
        way.cutAt(statement, edge)
        await buy(key).catch(() => buy(key))
        await processPayments(server.deps).catch(() => undefined)
        const wasCut = way.disarm()
        await way.rolledBack()
        for (let step = 0; step < 4; step++) {
          server.clock.advance(10_000)
          await processPayments(server.deps)
        }
        bought += 1
        expect([statement, await left()]).toEqual([statement, bought * 1000])
        expect(await venue.rows('smsPurchase').where('id', key)).toMatchObject([
          { state: 'paid', textsAfter: bought * 1000 },
        ])
        if (!wasCut) break
      }
    }
    expect(bought).toBeGreaterThan(5)
  })

  it('hands each SMS of a mass message to the provider at most once, and counts all of them', async () => {
    await setStore({ smsQuietFrom: 0, smsQuietTo: 0, smsCount: 100_000 })
    let cuts = 0
    for (const edge of ['unsent', 'unanswered'] as const) {
      for (const statement of cutPoints(edge, SLICES)) {
        const phones = await membersOfMonth(3)
        const before = await left()
        const key = newId()
        way.cutAt(statement, edge)
        await send(key, 3).catch(() => send(key, 3))
        for (let round = 0; round < 4; round++) await workOnce()
        const wasCut = way.disarm()
        await way.rolledBack()
        for (let round = 0; round < 5; round++) await workOnce(round === 1 ? 61_000 : 1001)
        const got = provider.posts.map(({ body }) => body.phone ?? '').filter((phone) => phones.includes(phone))
        expect([edge, statement, new Set(got).size]).toEqual([edge, statement, got.length])
        const [row, ...others] = await venue.rows('massMessage').where('campaignId', key)
        expect([edge, statement, row, others]).toMatchObject([
          edge,
          statement,
          { state: 'done', planned: 3, queued: 3, failed: 0 },
          [],
        ])
        expect(Number(row?.sent) + Number(row?.unknown)).toBe(3)
        expect(await left()).toBe(Number(before) - 3)
        // The next audience is another one.
        await venue.inEveryStore((trx) =>
          trx.updateTable('member').set({ birthday: null }).where('phone', 'in', phones).execute(),
        )
        cuts += 1
        if (!wasCut) break
      }
    }
    expect(cuts).toBeGreaterThan(10)
  })

  it(`sends ${MEMBERS} SMS once each, stopped in the middle and continued`, { timeout: 3_600_000 }, async () => {
    await setStore({ smsQuietFrom: 0, smsQuietTo: 0, smsCount: -1 })
    await venue.inEveryStore((trx) =>
      sql`insert into member (org_code, nickname, phone, message_consent, birthday)
        select ${STORE}, 'n', (15000000000 + n)::text, 'YES', '1990-07-01' from generate_series(1, ${MEMBERS}) n`.execute(
        trx,
      ),
    )
    const since = provider.posts.length
    const reached = () => provider.posts.length - since
    const { ids } = (await send(newId(), MEMBERS, 7)).result
    const body = { id: ids[0] ?? '' }
    const began = performance.now()
    while (reached() < MEMBERS / 2) await workOnce()
    await manager.massMessages.stop({ body, key: newId() })
    await workOnce()
    const stopped = reached()
    for (let round = 0; round < 3; round++) await workOnce()
    expect(reached()).toBe(stopped)
    expect(stopped).toBeLessThan(MEMBERS)
    await manager.massMessages.resume({ body, key: newId() })
    let state = ''
    while (state !== 'done') {
      await workOnce()
      state = String((await venue.rows('massMessage').where('id', body.id))[0]?.state)
    }
    const phones = provider.posts.slice(since).map(({ body: sent }) => sent.phone)
    expect([phones.length, new Set(phones).size]).toEqual([MEMBERS, MEMBERS])
    process.stdout.write(`${MEMBERS} SMS, stopped at ${stopped}: ${Math.round(performance.now() - began)} ms\n`)
  })
})

let phones = 13_600_000_000
/** Members who are born in March, with their phones. */
async function membersOfMonth(count: number): Promise<string[]> {
  const own = Array.from({ length: count }, () => String(phones++))
  for (const phone of own) await venue.member({ phone, messageConsent: 'YES', birthday: '1990-03-05' })
  return own
}
const setStore = (set: object) =>
  venue.inEveryStore((trx) => trx.updateTable('store').set(set).where('orgCode', '=', STORE).execute())
async function send(key: string, people: number, birthdayMonth = 3) {
  const body = { title: '活动', content: '欢迎', audience: { birthdayMonth } }
  const { previewId } = (await manager.massMessages.preview({ body })).result
  return manager.massMessages.add({ key, body: { ...body, people, previewId } })
}
async function workOnce(milliseconds = 1001): Promise<void> {
  await workMassMessages(server.deps).catch(() => undefined)
  await sendOutbox(server.deps).catch(() => undefined)
  server.clock.advance(milliseconds)
}
