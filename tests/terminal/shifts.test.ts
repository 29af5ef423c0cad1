import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { systemClock } from '#main/core/clocks/clock.ts'
import { demoUsers } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import type { StartFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import { ShiftAct } from '#shared/ipc/shifts.ts'
import { startTestServer, type TestClient, type TestCopy, type TestServer } from '#tests/support/server.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { type Venue, venueOf } from '#tests/support/venue/venue.ts'
import { removeFolders, startTerminal, type TestTerminal } from './harness.ts'

const STORE = 'A01A01'

const HOUR = 3_600_000

let server: TestServer
let venue: Venue
let manager: TestClient
/** The copy of the server that the terminal talks to; the test looks at its data through the other. */
let copy: TestCopy
let counter: TestTerminal

beforeEach(async () => {
  server = await startTestServer()
  venue = venueOf(server)
  manager = await server.signIn('manager', STORE)
  copy = await server.startCopy()
  counter = await startTerminal({ serverUrl: copy.url })
  await counter.online()
  await counter.enrol(STORE)
  await counter.signIn()
  await known()
})
afterEach(async () => {
  await counter.close()
  await server.stop()
  await removeFolders()
})

const here = () => counter.handlers.shifts.here({})
/** The terminal has heard which shift is open here. */
const known = () => counter.until(here, ({ isKnown, waiting }) => isKnown && waiting === 0)

async function stopCopy(): Promise<void> {
  await copy.stop()
  await counter.online(false)
}
async function restartCopy(): Promise<void> {
  copy = await server.startCopy({ port: Number(new URL(copy.url).port) })
  await counter.online()
}
const act = (given: Pick<ShiftAct, 'act' | 'amount'> & Partial<ShiftAct>) =>
  counter.handlers.shifts.act(ShiftAct.parse({ id: newId(), ...given }))
const allSent = () =>
  counter.until(
    () => counter.handlers.connection.state({}),
    ({ waiting, online }) => online && waiting === 0,
  )
const listed = async (id: string) => (await manager.shifts.queryById({ query: { id } })).result

/** What the server answers to a page of this terminal. */
async function answerOf(path: string, key: string, body: object): Promise<{ success: boolean }> {
  const json = { type: 'application/json', body: JSON.stringify(body) }
  const answer = await counter.handlers.server.ask({ method: 'POST', path, key, language: 'zh', ...json })
  return z.object({ success: z.boolean() }).parse(JSON.parse(new TextDecoder().decode(answer.body)))
}
const ask = async (path: string, key: string, body: object): Promise<void> =>
  expect(await answerOf(path, key, body)).toMatchObject({ success: true })
async function openedWithServer(): Promise<string> {
  const id = newId()
  await ask('/shift/sysShift/open', id, { floatAmount: 50 })
  await counter.until(here, ({ shift }) => shift?.id === id)
  return id
}

/** A guest pays in cash, here, without the server. */
async function sell(vehicle: number, received?: number) {
  const found = await counter.handlers.catalogue.read({})
  const rule = found?.rules.find(({ consumeTypeRole, duration }) => consumeTypeRole === 'NOCARDCONSUME' && duration > 0)
  const fields: StartFields = {
    consumeVehicleMode: 'timermode',
    ruleId: rule?.id ?? '',
    remark: '',
    racer: '车手',
    vehicleId: found?.vehicles.filter(({ state }) => state === 'idle')[vehicle]?.id ?? '',
    userId: '',
    people: 1,
  }
  await counter.handlers.starts.start({ ...fields, pays: 'cash', received })
  return (rule?.price ?? 0) + (rule?.deposit ?? 0)
}

describe('cash that needs a shift', () => {
  it('is refused, and taken once under the same key after a shift is opened, also by two users at once', async () => {
    await manager.storeSettings.edit({ body: { orgCode: STORE, cashNeedsShift: 'YES' } })
    const found = await counter.handlers.catalogue.read({})
    const rule = found?.rules.find(({ consumeTypeRole }) => consumeTypeRole === 'NOCARDCONSUME')
    const vehicle = found?.vehicles.find(({ state }) => state === 'idle')
    const key = newId()
    const sale = {
      consumeType: 'NOCARDCONSUME',
      consumeVehicleMode: 'timermode',
      usageMode: 'immediate',
      consumePayMode: 'cash',
      sysDepartConsumeRoleId: rule?.id,
      vehicleId: vehicle?.id,
      people: 1,
      racer: '车手',
      remark: '',
    }
    const charge = () => answerOf('/consume/sysConsume/add', key, sale)
    expect(await charge()).toMatchObject({ success: false })
    expect(await venue.rows('consumeOrder').where('id', key)).toEqual([])
    const opened = await Promise.all(
      [newId(), newId()].map((id) => answerOf('/shift/sysShift/open', id, { floatAmount: 100 })),
    )
    expect(opened.map(({ success }) => success).sort()).toEqual([false, true])
    const [one, again] = await Promise.all([charge(), charge()])
    expect([one.success, again.success]).toEqual([true, true])
    const price = (rule?.price ?? 0) + (rule?.deposit ?? 0)
    const cash = (await venue.rows('ledgerLine').where('causeId', key)).filter(({ account }) => account === 'cash')
    expect(cash.map(({ delta }) => Number(delta))).toEqual([Math.round(price * 100)])
    const { shift } = await counter.until(here, (found) => found.shift !== null)
    expect(cash[0]?.shiftId).toBe(shift?.id)
  })
})

describe('the drawer without the server', () => {
  it('takes no cash without a shift where the store requires one, and continues the sale once it is open', async () => {
    await manager.storeSettings.edit({ body: { orgCode: STORE, cashNeedsShift: 'YES' } })
    await counter.until(
      () => counter.handlers.catalogue.read({}),
      (found) => found?.store.cashNeedsShift === 'YES',
    )
    await stopCopy()
    await expect(sell(0)).rejects.toMatchObject({ code: 'shifts.required', details: { field: 'consumePayMode' } })
    expect(await counter.handlers.connection.state({})).toMatchObject({ waiting: 0 })
    const id = newId()
    await act({ id, act: 'open', amount: 100 })
    const price = await sell(0)
    await restartCopy()
    await allSent()
    expect(await counter.until(here, ({ waiting }) => waiting === 0)).toMatchObject({ shift: { id } })
    const cash = (await venue.rows('ledgerLine').where('shiftId', id)).filter(({ account }) => account === 'cash')
    expect(cash.map(({ delta }) => Number(delta)).sort((one, other) => one - other)).toEqual(
      [10_000, Math.round(price * 100)].sort((one, other) => one - other),
    )
  })

  it('works for a whole day, and the server gets each shift with its cash', async () => {
    await stopCopy()
    const id = newId()
    const first = await act({ id, act: 'open', amount: 100 })
    expect(first).toMatchObject({ waiting: 1, shift: { id, floatAmount: 100, isOwn: true, cashierName: '李小敏' } })
    expect(await codeOf(sell(0, 1))).toBe('sessions.receivedShort')
    const price = await sell(0, 200)
    await act({ act: 'cashOut', shiftId: id, amount: 30, remark: '买水' })
    expect((await here()).shift?.entries).toMatchObject([{ kind: 'cashOut', amount: 30, reason: '买水' }])
    const closing = newId()
    expect(await act({ id: closing, act: 'close', shiftId: id, amount: 70 + price - 1 })).toMatchObject({ shift: null })
    const second = newId()
    await act({ id: second, act: 'open', amount: 200 })
    await sell(1)
    expect((await counter.handlers.shifts.list({})).map(({ state }) => state)).toEqual(Array(4).fill('waiting'))
    expect(await counter.handlers.connection.state({})).toMatchObject({ waiting: 6 })

    await restartCopy()
    await allSent()
    expect(await listed(id)).toMatchObject({ expectedAmount: 70 + price, differenceAmount: -1, lateAmount: 0 })
    expect(await venue.rows('consumeOrder').where('received', 20_000)).toMatchObject([{ payMode: 'cash' }])
    expect(await listed(second)).toMatchObject({ shiftState: 'open', floatAmount: 200, terminalName: 'T1' })
    const taken = await venue.rows('ledgerLine').where('shiftId', second)
    expect(
      taken
        .filter(({ account }) => account === 'cash')
        .map(({ causeKind }) => causeKind)
        .sort(),
    ).toEqual(['consume', 'float'])
    // The result of the count, which could not be shown before, is shown now.
    const actions = await counter.handlers.shifts.list({})
    expect(actions.find((one) => one.id === closing)).toMatchObject({
      state: 'sent',
      counted: { differenceAmount: -1 },
    })
    expect(await known()).toMatchObject({ shift: { id: second } })
  })

  it('continues the shift of the server, and stores repeated requests once', async () => {
    const id = await openedWithServer()
    await stopCopy()
    const move = { id: newId(), act: 'cashIn', shiftId: id, amount: 5, remark: '零钱' } as const
    await Promise.all([act(move), act(move)])
    await act(move)
    expect((await here()).shift?.entries).toHaveLength(1)
    await restartCopy()
    await allSent()
    expect(await venue.rows('shiftEntry').where('shiftId', id)).toMatchObject([{ id: move.id, amount: 500 }])
    // With the server no action is deferred.
    expect(await codeOf(act({ act: 'close', shiftId: id, amount: 55 }))).toBe('sessions.serverIsBack')
  })

  it('restores its actions after a restart, and sends them once', async () => {
    await stopCopy()
    const id = newId()
    await act({ id, act: 'open', amount: 100 })
    const { dir } = counter
    await counter.close()
    counter = await startTerminal({ dir, serverUrl: copy.url })
    expect((await here()).shift).toMatchObject({ id, floatAmount: 100 })
    await restartCopy()
    await allSent()
    expect(await venue.rows('shift').where('id', id)).toHaveLength(1)
  })

  it('assigns cash to the shift that was open, also when the computer’s clock was reset', async () => {
    const { dir } = counter
    const set = { ahead: 0 }
    /** A clock that anybody may set, and a computer that does not notice. */
    const clock = { now: () => Date.now() + set.ahead, after: systemClock.after }
    await counter.close()
    counter = await startTerminal({ dir, serverUrl: copy.url, clock })
    await counter.online()
    await known()
    await stopCopy()
    const [first, second] = [newId(), newId()]
    await act({ id: first, act: 'open', amount: 100 })
    set.ahead = 2 * HOUR
    await act({ act: 'close', shiftId: first, amount: 100 })
    await act({ id: second, act: 'open', amount: 50 })
    await counter.close()
    // From here on everything seems to be of the first one's time.
    set.ahead = 0
    counter = await startTerminal({ dir, serverUrl: copy.url, clock })
    const price = await sell(0)
    await act({ act: 'cashIn', shiftId: second, amount: 20, remark: '零钱' })
    await act({ act: 'close', shiftId: second, amount: 70 + price })
    await restartCopy()
    await allSent()
    expect(await listed(first)).toMatchObject({ expectedAmount: 100, differenceAmount: 0, lateAmount: 0 })
    expect(await listed(second)).toMatchObject({ expectedAmount: 70 + price, differenceAmount: 0, lateAmount: 0 })
  })

  it('takes cash online only after its deferred actions are sent', async () => {
    await stopCopy()
    const id = newId()
    await act({ id, act: 'open', amount: 100 })
    await restartCopy()
    const rule = await venue.rule({ consumeType: 'NOCARDCONSUME', price: 3000 })
    const key = newId()
    const body = {
      consumeType: 'NOCARDCONSUME',
      consumeVehicleMode: 'circlemode',
      consumePayMode: 'cash',
      sysDepartConsumeRoleId: rule.id,
      vehicleId: (await venue.vehicle()).id,
      racer: '车手',
    }
    await ask('/consume/sysConsume/add', key, body)
    const lines = await venue.rows('ledgerLine').where('causeId', key)
    expect(lines).toMatchObject([{ account: 'cash', shiftId: id }])
  })

  it('refuses invalid actions, and users without the permission', async () => {
    await stopCopy()
    const id = newId()
    expect(await codeOf(act({ act: 'close', shiftId: id, amount: 1 }))).toBe('shifts.notOpen')
    await act({ id, act: 'open', amount: 100 })
    expect(await codeOf(act({ act: 'open', amount: 1 }))).toBe('shifts.openAlready')
    const nameless = act({ act: 'cashIn', shiftId: id, amount: 1 })
    await expect(nameless).rejects.toMatchObject({ code: 'common.invalidInput', details: { field: 'remark' } })
    const next = { act: 'handover', shiftId: id, amount: 100, cashierId: demoUsers.cashier2.id } as const
    // Nobody takes over without having shown the password at this counter.
    expect(await codeOf(act(next))).toBe('sessions.cashierUnproven')
    expect(await codeOf(act({ ...next, cashierId: demoUsers.cashier.id }))).toBe('shifts.sameCashier')
    await counter.handlers.lock.lock({})
    expect(await codeOf(act({ act: 'close', shiftId: id, amount: 1 }))).toBe('terminals.locked')
  })

  it('keeps a refused action until it is dismissed, and shows it to the manager', async () => {
    const id = await openedWithServer()
    await stopCopy()
    const close = newId()
    await act({ id: close, act: 'close', shiftId: id, amount: 50 })
    await manager.shifts.forceClose({ key: newId(), body: { id, counted: 49, remark: '断网' } })
    await restartCopy()
    await allSent()
    const { list, dismiss } = counter.handlers.shifts
    expect(await list({})).toMatchObject([{ id: close, state: 'refused', code: 'shifts.closedBefore' }])
    expect(await counter.handlers.connection.state({})).toMatchObject({ refused: 1 })
    await dismiss({ id: close, remark: '店长已交班' })
    const dismissed = async () => (await manager.terminals.refusals({ query: { state: 'dismissed' } })).result.records
    expect(await counter.until(dismissed, (records) => records.length > 0)).toMatchObject([{ remark: '店长已交班' }])
  })
})
