import { beforeAll, describe, expect, it } from 'vitest'
import { waitingKinds } from '#renderer/features/dashboard/waiting.ts'
import { withClient } from '#server/db/roles.ts'
import { resultKeyOf } from '#server/features/printing/index.ts'
import { api } from '#shared/api.ts'
import { newId } from '#shared/core/id.ts'
import { dayEnds, daysAfter, toWireTime } from '#shared/core/time.ts'
import { memberOnPage } from '#tests/support/member-page.ts'
import type { TestClient } from '#tests/support/server.ts'
import { bookingsOf } from '#tests/support/venue/bookings.ts'
import { type Drawer, drawerOf } from '#tests/support/venue/drawer.ts'
import { startHeat } from '#tests/support/venue/driven.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue } = await testVenue()

const HOUR = 3_600_000
let hq: TestClient
let manager: TestClient
let cashier: TestClient
let drawer: Drawer
const signIn = async () => {
  hq = await server.signIn('hq')
  manager = await server.signIn('manager', STORE)
  cashier = await server.signIn('cashier')
}

beforeAll(async () => {
  await signIn()
  drawer = await drawerOf(server, manager, cashier)
})

const owner = (statement: string, values: unknown[] = []) =>
  withClient(server.database.ownerUrl, async (client) => {
    await client.query(statement, values)
  })

/** The start of the current business day of the demo's stores, which is midnight. */
const dayBegin = () => {
  const today = toWireTime(server.clock.now()).slice(0, 10)
  return toWireTime(dayEnds(daysAfter(today, -1), 'Asia/Shanghai', 0))
}

/** How many items of a topic wait, as the home page of this user reads it. */
async function waits(by: TestClient, label: string): Promise<number> {
  const kind = waitingKinds.find((one) => one.label === label)
  if (!kind) throw new Error(`no topic ${label}`)
  return kind.count(await kind.ask(by, kind.filters(dayBegin())))
}

/** Users without the permission, and users of another store, do not get it. */
async function expectHidden(label: string, elsewhere = 0): Promise<void> {
  expect(await codeOf(waits(await server.signIn('coach'), label))).toBe('auth.forbidden')
  expect(await waits(await server.signIn('manager2'), label)).toBe(elsewhere)
}

describe('the home page lists', () => {
  it('a drawer that was counted short, from the count until it is explained', async () => {
    const label = 'home.waits.counts'
    const before = await waits(manager, label)
    const shift = await drawer.open()
    await drawer.close(shift.id, 500)
    expect(await waits(manager, label)).toBe(before)
    const short = await drawer.open()
    await drawer.close(short.id, 492)
    expect(await waits(manager, label)).toBe(before + 1)
    expect(await waits(hq, label)).toBeGreaterThan(0)
    await expectHidden(label)
    // The nightly reconciliation finds the same problem and adds no second topic.
    const other = await waits(manager, 'home.waits.money')
    const { result: night } = await manager.reconciliation.run({})
    expect(night).toMatchObject({ opened: 0 })
    expect(await waits(manager, label)).toBe(before + 1)
    expect(await waits(manager, 'home.waits.money')).toBe(other)
    const { result: found } = await manager.reconciliation.list({ query: { kind: 'count', state: 'open' } })
    const row = found.records.find(({ reference }) => reference === short.id)
    await hq.reconciliation.settle({ body: { id: row?.id ?? '', remark: '找零多给了八元' } })
    expect(await waits(manager, label)).toBe(before)
  })

  it('a difference between money records, until it is explained', async () => {
    const label = 'home.waits.money'
    const before = await waits(manager, label)
    const member = await venue.member({ balance: 1000 })
    await withClient(server.database.ownerUrl, async (client) => {
      await client.query('set session_replication_role = replica')
      await client.query(`update wallet set value = value + 700 where member_id = $1`, [member])
    })
    await manager.reconciliation.run({})
    expect(await waits(manager, label)).toBeGreaterThan(before)
    await expectHidden(label)
    const { result: found } = await manager.reconciliation.list({ query: { state: 'open', pageSize: 30 } })
    for (const { id, kind } of found.records) {
      if (kind !== 'count') await hq.reconciliation.settle({ body: { id, remark: '测试' } })
    }
    expect(await waits(manager, label)).toBe(0)
  })

  it('what the loss radar shows in red', async () => {
    const label = 'home.waits.radar'
    server.clock.advance(10 * 24 * HOUR)
    await signIn()
    drawer = await drawerOf(server, manager, cashier)
    expect(await waits(manager, label)).toBe(0)
    // A cashier who was counted short once in the weeks before.
    for (const counted of [490, 480, 470, 460]) await drawer.close((await drawer.open()).id, counted)
    expect(await waits(manager, label)).toBe(1)
    expect(await waits(hq, label)).toBe(1)
    await expectHidden(label)
    server.clock.advance(10 * 24 * HOUR)
    await signIn()
    expect(await waits(manager, label)).toBe(0)
  })

  it('an open shift of an earlier day, and none of this day', async () => {
    const label = 'home.waits.shifts'
    const before = await waits(manager, label)
    drawer = await drawerOf(server, manager, cashier)
    const shift = await drawer.open()
    expect(await waits(manager, label)).toBe(before)
    server.clock.advance(24 * HOUR)
    await signIn()
    expect(await waits(manager, label)).toBe(before + 1)
    await expectHidden(label)
    await manager.shifts.forceClose({ body: { id: shift.id, counted: 500, remark: '忘记交班' }, key: newId() })
    expect(await waits(manager, label)).toBe(before)
  })

  it('a terminal with an open shift that is not connected', async () => {
    const label = 'home.waits.terminals'
    const before = await waits(manager, label)
    const { terminal, ...counter } = await drawerOf(server, manager, cashier)
    const here = terminal.with(cashier)
    const shift = (await here.shifts.open({ body: { floatAmount: 0 }, key: newId() })).result
    await owner('update terminal set seen_at = $2 where id = $1', [terminal.id, server.clock.now()])
    expect(await waits(manager, label)).toBe(before)
    server.clock.advance(11 * 60_000)
    expect(await waits(manager, label)).toBe(before + 1)
    await expectHidden(label)
    await counter.close(shift.id, 0, here)
    // A counter without an open shift may be switched off.
    server.clock.advance(HOUR)
    expect(await waits(manager, label)).toBe(before)
  })

  it.each([
    ['fee has begun', "free_until = $2::timestamptz - interval '1 minute', hour_fee = 500"],
    ['longest time is over', 'due_at = $2, hour_fee = 0'],
  ])('a thing in the cloakroom whose %s, until it is handed out', async (_why, set) => {
    const label = 'home.waits.cloakroom'
    const collect = server.deps.registry.jobs.get('cloakroom.collect')
    await collect?.work(server.deps, 0)
    const before = await waits(cashier, label)
    const elsewhere = await waits(await server.signIn('manager2'), label)
    const body = { itemName: '背包', guestName: '李女士' }
    const { id, code } = (await cashier.cloakroomItems.save({ key: newId(), body })).result
    await collect?.work(server.deps, 0)
    expect(await waits(cashier, label)).toBe(before)
    await owner(`update cloakroom_item set ${set} where id = $1`, [id, server.clock.now()])
    await collect?.work(server.deps, 0)
    expect(await waits(cashier, label)).toBe(before + 1)
    await expectHidden(label, elsewhere)
    await owner('update cloakroom_item set hour_fee = 0 where id = $1', [id])
    await cashier.cloakroomItems.takeOut({ key: newId(), body: { code } })
    expect(await waits(cashier, label)).toBe(before)
  })

  it('a comment of a guest, until it is reviewed', async () => {
    const label = 'home.waits.comments'
    const before = await waits(manager, label)
    const elsewhere = await waits(await server.signIn('manager2'), label)
    const [ride] = await startHeat(venue, cashier, [{ racer: '评价者' }])
    await cashier.dispatch.stop({ body: { id: ride?.runId ?? '', now: true } })
    const key = resultKeyOf(server.deps, ride?.playId ?? '')
    await server.client().guestComments.add({ body: { key, stars: 4 } })
    expect(await waits(manager, label)).toBe(before + 1)
    await expectHidden(label, elsewhere)
    const { records } = (await manager.rideComments.list({ query: { playId: ride?.playId ?? '' } })).result
    await manager.rideComments.review({ body: { id: records[0]?.id ?? '', commentState: 'shown' } })
    expect(await waits(manager, label)).toBe(before)
  })

  it('new feedback of a member, until it is in work', async () => {
    const label = 'home.waits.feedback'
    const before = await waits(manager, label)
    const elsewhere = await waits(await server.signIn('manager2'), label)
    const { client } = await memberOnPage(server, venue, await venue.member())
    const key = newId()
    await client.memberFeedback.add({ key, body: { feedbackKind: 'service', content: '排队太久' } })
    expect(await waits(manager, label)).toBe(before + 1)
    await expectHidden(label, elsewhere)
    await manager.feedback.answer({ body: { id: key, feedbackState: 'inWork' } })
    expect(await waits(manager, label)).toBe(before)
  })

  it('the request of a member to be deleted, until it is answered', async () => {
    const label = 'home.waits.deletions'
    const before = await waits(manager, label)
    const { client } = await memberOnPage(server, venue, await venue.member())
    const key = newId()
    await client.memberOwn.requestDeletion({ key, body: { reason: '搬家' } })
    expect(await waits(manager, label)).toBe(before + 1)
    await expectHidden(label)
    await manager.memberDeletions.answer({ body: { id: key, state: 'done', answer: '已办理' } })
    expect(await waits(manager, label)).toBe(before)
  })

  it('a booking to be confirmed, until it is', async () => {
    const label = 'home.waits.bookings'
    const before = await waits(cashier, label)
    const elsewhere = await waits(await server.signIn('manager2'), label)
    const bookings = bookingsOf(server, { venue, manager, cashier })
    const { id: sessionId } = await bookings.session()
    const { id } = await bookings.book(sessionId, { toConfirm: 'YES' })
    await bookings.book(sessionId)
    expect(await waits(cashier, label)).toBe(before + 1)
    expect(await waits(await server.signIn('manager2'), label)).toBe(elsewhere)
    await cashier.reservations.confirm({ body: { id } })
    expect(await waits(cashier, label)).toBe(before)
  })

  it('a payout of commissions, until somebody decides', async () => {
    const label = 'home.waits.payouts'
    const before = await waits(manager, label)
    const [id, promoterId] = [newId(), newId()]
    await owner(
      `insert into promoter (id, org_code, role_id, role_name, terms, user_id, name, code)
        values ($1, $2, $1, '推广', '{"unit": "money"}', $3, '教练', 'WAITS')`,
      [promoterId, STORE, cashier.user.id],
    )
    await owner(
      `insert into promoter_payout (id, org_code, promoter_id, amount, requester_id, requested_by, created_at)
        values ($1, $2, $3, 100, $4, '', now())`,
      [id, STORE, promoterId, cashier.user.id],
    )
    expect(await waits(manager, label)).toBe(before + 1)
    await expectHidden(label)
    await manager.promoterPayouts.reject({ key: newId(), body: { id, reason: '先核对' } })
    expect(await waits(manager, label)).toBe(before)
  })

  it('a coin machine that is offline or has a fault, once it has been in use', async () => {
    const label = 'home.waits.coinMachines'
    const before = await waits(cashier, label)
    const elsewhere = await waits(await server.signIn('manager2'), label)
    const serialNumber = newId()
    await manager.devices.add({ body: { serialNumber, deviceType: 'COIN' } })
    const deviceId = String((await manager.devices.list({ query: { serialNumber } })).result.records[0]?.id)
    expect(await waits(cashier, label)).toBe(before)
    const reports = (online: boolean, fault: string) =>
      owner(
        `insert into coin_machine (device_id, org_code, online, fault, seen_at) values ($1, $2, $3, $4, $5)
          on conflict (device_id, org_code) do update set online = excluded.online, fault = excluded.fault`,
        [deviceId, STORE, online, fault, server.clock.now()],
      )
    await reports(true, 'jam')
    expect(await waits(cashier, label)).toBe(before + 1)
    await expectHidden(label, elsewhere)
    await reports(true, '')
    expect(await waits(cashier, label)).toBe(before)
    await reports(false, '')
    expect(await waits(cashier, label)).toBe(before + 1)
  })

  it('a failed backup, until one succeeds', async () => {
    const label = 'home.waits.backup'
    const add = (state: 'done' | 'failed', minutes: number) =>
      owner(
        `insert into backup_run (id, state, reason, started_at, ended_at)
          values ($1, $2, '', $3::timestamptz + make_interval(mins => $4::integer), $3::timestamptz + make_interval(mins => $4::integer))`,
        [newId(), state, server.clock.now(), minutes],
      )
    await add('done', 0)
    expect(await waits(manager, label)).toBe(0)
    await add('failed', 1)
    expect(await waits(manager, label)).toBe(1)
    expect(await codeOf(waits(await server.signIn('coach'), label))).toBe('auth.forbidden')
    await add('done', 2)
    expect(await waits(manager, label)).toBe(0)
  })

  it('a payment with an unknown result', async () => {
    const label = 'home.waits.unresolved'
    expect(await waits(manager, label)).toBe((await manager.payments.unresolved({})).result.length)
    await expectHidden(label)
  })

  it('each count only for who may read its list', async () => {
    const accessOf = async ({ ask }: (typeof waitingKinds)[number]): Promise<unknown> => {
      let asked: unknown
      const call = (slice: string, name: string) => async () => {
        asked = (api as unknown as Record<string, Record<string, { access: unknown }>>)[slice]?.[name]?.access
        return { result: null }
      }
      const callsOf = (slice: string) => new Proxy({}, { get: (_, name: string) => call(slice, name) })
      await ask(new Proxy({}, { get: (_, slice: string) => callsOf(slice) }) as never, {})
      return asked
    }
    const accesses = await Promise.all(waitingKinds.map(accessOf))
    expect(accesses).toEqual(waitingKinds.map(({ action, list = action }) => list))
  })
})
