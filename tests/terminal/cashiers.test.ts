import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Clock, systemClock } from '#main/core/clocks/clock.ts'
import { withClient } from '#server/db/roles.ts'
import { DEMO_PASSWORD, demoUsers } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import { startTestServer, type TestCopy, type TestServer } from '#tests/support/server.ts'
import { removeFolders, startTerminal, type TestTerminal } from './harness.ts'

const HOUR = 3600_000
const withPassword = demoUsers.cashier2.id

let venue: TestServer
let copy: TestCopy
let counter: TestTerminal
let ahead = 0
const clock: Clock = { now: () => Date.now() + ahead, after: systemClock.after }

const signIn = () => counter.handlers.session.signIn({ username: 'cashier', password: DEMO_PASSWORD })
const check = (password: string, cashierId = withPassword) =>
  counter.handlers.cashiers.check({ cashierId, password, badge: '' })
const swipe = (badge: string) => counter.handlers.cashiers.check({ cashierId: withPassword, password: '', badge })

beforeEach(async () => {
  ahead = 0
  venue = await startTestServer()
  copy = await venue.startCopy()
  counter = await startTerminal({ serverUrl: copy.url, clock })
  await counter.online()
  await counter.signIn()
})

afterEach(async () => {
  await counter.close()
  await venue.stop()
  await removeFolders()
})

async function goOffline(): Promise<void> {
  await copy.stop()
  await counter.online(false)
}

describe('taking over the counter', () => {
  it('is proven to the server by this terminal, and its charges then name the cashier', async () => {
    await counter.handlers.session.signIn({ username: 'manager', password: DEMO_PASSWORD })
    await counter.handlers.session.selectStore({ orgCode: 'A01A01' })
    await counter.handlers.enrolment.enrol({})
    expect(await check('wrong')).toBe(false)
    expect(await check(DEMO_PASSWORD)).toBe(true)
    const snapshot = await counter.until(
      () => counter.handlers.catalogue.read({}),
      (found) => found !== null,
    )
    const rule = snapshot?.rules.find(({ consumeTypeRole, duration }) => consumeTypeRole === 'BALANCE' && duration > 0)
    const vehicle = snapshot?.vehicles.find(({ state }) => state === 'idle')
    const start = await counter.handlers.starts.start({
      consumeVehicleMode: 'timermode',
      ruleId: rule?.id ?? '',
      racer: '神秘车手',
      vehicleId: vehicle?.id ?? '',
      userId: '100001',
      remark: '',
      people: 1,
    })
    const key = newId()
    const body = { id: start.id, consumeType: 'BALANCE', consumeVehicleMode: 'timermode', cashierId: withPassword }
    const path = '/playbeforepay/sysPlayBeforePay/doconsume'
    const json = { type: 'application/json', body: JSON.stringify(body) }
    const { body: answer } = await counter.handlers.server.ask({ method: 'POST', path, key, language: 'zh', ...json })
    expect(JSON.parse(new TextDecoder().decode(answer))).toMatchObject({ success: true })
    const orders = await withClient(venue.database.ownerUrl, async (owner) => {
      const { rows } = await owner.query('select cashier_id from consume_order where id = $1', [key])
      return rows
    })
    expect(orders).toEqual([{ cashier_id: withPassword }])
  })

  it('works offline for 72 hours for a cashier who took over here online, and limits wrong passwords', async () => {
    expect(await check(DEMO_PASSWORD)).toBe(true)
    await goOffline()
    expect(await check(DEMO_PASSWORD)).toBe(true)
    // Who has no password needs none here, either; a stranger is none of the store's.
    expect(await check('', demoUsers.cashier.id)).toBe(true)
    await expect(check('', newId())).rejects.toMatchObject({ code: 'sessions.cashierUnknown' })
    for (let guess = 0; guess < 5; guess++) expect(await check(`guess ${guess}`)).toBe(false)
    await expect(check(DEMO_PASSWORD)).rejects.toMatchObject({ code: 'auth.lockedOut' })
    ahead += 72 * HOUR
    await expect(check(DEMO_PASSWORD)).rejects.toMatchObject({ code: 'cashiers.offlineUnknown' })
  })

  it('checks no more passwords offline than the limit allows, also when they arrive at once', async () => {
    expect(await check(DEMO_PASSWORD)).toBe(true)
    await goOffline()
    const burst = Array.from({ length: 12 }, (_, guess) => check(`guess ${guess}`).catch(({ code }) => code))
    const answers = await Promise.all(burst)
    expect(answers.filter((answer) => answer === false)).toHaveLength(5)
    expect(answers.filter((answer) => answer === 'auth.lockedOut')).toHaveLength(7)
  })

  it('accepts a badge alone, online and offline, where the store allows it and the terminal is enrolled', async () => {
    await withClient(venue.database.ownerUrl, async (owner) => {
      await owner.query("update user_account set work_no = 'PB0042' where id = $1", [withPassword])
      await owner.query("update store set cashier_by_badge = 'YES' where org_code = 'A01A01'")
    })
    await counter.handlers.session.signIn({ username: 'manager', password: DEMO_PASSWORD })
    await counter.handlers.session.selectStore({ orgCode: 'A01A01' })
    await counter.until(
      () => counter.handlers.catalogue.read({}),
      (found) => found?.store.cashierByBadge === 'YES',
    )
    await expect(swipe('PB0042')).rejects.toMatchObject({ code: 'cashiers.badgeAlone' })
    await counter.handlers.enrolment.enrol({})
    expect(await swipe('PB0043')).toBe(false)
    expect(await swipe('PB0042')).toBe(true)
    await goOffline()
    expect(await swipe('pb0042')).toBe(true)
    for (let guess = 0; guess < 5; guess++) expect(await swipe(`PB${guess}`)).toBe(false)
    await expect(swipe('PB0042')).rejects.toMatchObject({ code: 'auth.lockedOut' })
  })

  it('asks for the password with a badge offline, unless the store allows badges alone', async () => {
    await goOffline()
    await expect(swipe('PB0042')).rejects.toMatchObject({ code: 'cashiers.badgeAlone' })
  })

  it('is refused offline to a cashier whose password was never proven here or has changed', async () => {
    await goOffline()
    await expect(check(DEMO_PASSWORD)).rejects.toMatchObject({ code: 'cashiers.offlineUnknown' })
    copy = await venue.startCopy({ port: Number(new URL(copy.url).port) })
    await counter.online()
    await signIn()
    expect(await check(DEMO_PASSWORD)).toBe(true)
    const herself = await venue.signIn('cashier2')
    await herself.account.changeCashierPassword({
      body: { oldpassword: DEMO_PASSWORD, password: 'Kasse-2026', confirmpassword: 'Kasse-2026' },
    })
    expect(await check(DEMO_PASSWORD)).toBe(false)
    await goOffline()
    await expect(check(DEMO_PASSWORD)).rejects.toMatchObject({ code: 'cashiers.offlineUnknown' })
  })
})
