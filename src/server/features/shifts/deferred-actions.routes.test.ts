import { beforeEach, expect, it } from 'vitest'
import { demoUsers } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import type { DeferredShiftAction } from '#shared/features/shifts/shifts.schema.ts'
import { cash, type Drawer, drawerOf } from '#tests/support/venue/drawer.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { enrolledTerminal } from '#tests/support/venue/terminal-key.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, manager, cashier } = await testVenue(['manager', 'cashier'])

let drawer: Drawer

beforeEach(async () => {
  drawer = await drawerOf(server, manager, cashier)
})

const MINUTE = 60_000
const minutesAgo = (minutes: number) => new Date(server.clock.now().getTime() - minutes * MINUTE)
const self = demoUsers.cashier.id
const listed = async (id: string) => (await manager.shifts.queryById({ query: { id } })).result

/** Sends an action that the terminal stored this many minutes ago. */
function sendAction(
  minutes: number,
  given: Partial<DeferredShiftAction> & Pick<DeferredShiftAction, 'act' | 'amount'>,
  key = newId(),
  by = drawer.here,
) {
  const body = { happenedAt: minutesAgo(minutes).toISOString(), operatorId: self, ...given }
  return by.shifts.late({ body, key }).then(({ result }) => ({ ...result, key }))
}
const opened = (minutes: number, amount = 100) => sendAction(minutes, { act: 'open', amount, cashierId: self })
const openedAt = async (id: string) => (await venue.rows('shift').where('id', id))[0]?.openedAt

it('stores a shift of a day offline as if online: float, movements, sales and count, each at its time', async () => {
  const began = minutesAgo(60)
  const open = { act: 'open', amount: 100, cashierId: self, happenedAt: began.toISOString() } as const
  const { key: id } = await sendAction(60, open)
  const [sale] = await drawer.sell(cash(6800), { happenedAt: minutesAgo(50) })
  const moved = await sendAction(40, { act: 'cashOut', shiftId: id, amount: 30, remark: '买水' })
  const { counted } = await sendAction(30, { act: 'close', shiftId: id, amount: 137 })
  expect(counted).toMatchObject({ id, countedAmount: 137, expectedAmount: 138, differenceAmount: -1 })
  expect(await openedAt(id)).toEqual(began)
  expect(await listed(id)).toMatchObject({
    shiftState: 'closed',
    cashierName: '李小敏',
    closeBy: '李小敏',
    lateAmount: 0,
  })
  const lines = await venue.rows('ledgerLine').where('shiftId', id)
  expect(lines.map(({ seq }) => seq)).toContain(sale?.seq)
  const { entries } = (await manager.shifts.report({ query: { id } })).result
  expect(entries).toMatchObject([{ id: moved.key, kind: 'cashOut', amount: 30, reason: '买水' }])
  // Sales after the count do not belong to this shift, also if sent before the next one opens.
  await drawer.sell(cash(1000), { happenedAt: minutesAgo(20) })
  expect(await listed(id)).toMatchObject({ lateAmount: 0 })
})

it('books movements and sales in the drawer that the terminal names, also after its clock was set back', async () => {
  const { key: first } = await opened(60)
  await sendAction(20, { act: 'close', shiftId: first, amount: 100 })
  const { key: second } = await opened(10, 100)
  // After a power cut and loss of the clock all times seem to lie within the first shift.
  await sendAction(45, { act: 'cashIn', shiftId: second, amount: 20, remark: '零钱' })
  await drawer.sell(cash(6800), { happenedAt: minutesAgo(40), shiftId: second })
  const { counted } = await sendAction(35, { act: 'close', shiftId: second, amount: 188 })
  expect(counted).toMatchObject({ id: second, expectedAmount: 188, differenceAmount: 0 })
  expect(await listed(first)).toMatchObject({ differenceAmount: 0, lateAmount: 0 })
  // It cannot name the drawer of another counter.
  const other = await drawer.open()
  const elsewhere = await drawerOf(server, manager, cashier)
  await elsewhere.sell(cash(500), { happenedAt: minutesAgo(0), shiftId: other.id })
  expect(await venue.rows('ledgerLine').where('shiftId', other.id)).toHaveLength(1)
})

it('adds movements to a shift that a manager has closed meanwhile', async () => {
  const shift = await drawer.open()
  server.clock.advance(10 * MINUTE)
  await manager.shifts.forceClose({ key: newId(), body: { id: shift.id, counted: 500, remark: '断网' } })
  await sendAction(5, { act: 'cashIn', shiftId: shift.id, amount: 20, remark: '零钱' })
  expect(await listed(shift.id)).toMatchObject({ differenceAmount: 0, lateAmount: 20 })
  const close = { act: 'close', shiftId: shift.id, amount: 520 } as const
  const key = newId()
  expect(await codeOf(sendAction(4, close, key))).toBe('shifts.closedBefore')
  // Nothing is lost: the manager sees the count and the refusal.
  const { records } = (await manager.terminals.refusals({ query: { state: 'open' } })).result
  expect(records.find(({ id }) => id === key)).toMatchObject({ code: 'shifts.closedBefore', payload: { amount: 520 } })
})

it('hands a drawer over to the user who entered the password, with the count as float', async () => {
  const { key: first } = await opened(60)
  const next = demoUsers.cashier2.id
  const { key, counted } = await sendAction(30, { act: 'handover', shiftId: first, amount: 99, cashierId: next })
  expect(counted).toMatchObject({ id: first, differenceAmount: -1 })
  expect(await listed(key)).toMatchObject({ cashierName: '周晓雯', floatAmount: 99, shiftState: 'open' })
  await drawer.sell(cash(500), { happenedAt: minutesAgo(29) })
  expect(await sendAction(20, { act: 'close', shiftId: key, amount: 104, operatorId: next })).toMatchObject({
    counted: { expectedAmount: 104, differenceAmount: 0 },
  })
  expect(await listed(key)).toMatchObject({ closeBy: '周晓雯' })
})

it('executes each action once, however often and concurrently it is sent', async () => {
  const key = newId()
  const open = { act: 'open', amount: 100, cashierId: self, happenedAt: minutesAgo(9).toISOString() } as const
  const answers = await Promise.all([sendAction(9, open, key), sendAction(9, open, key), sendAction(9, open, key)])
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
  const move = {
    act: 'cashIn',
    shiftId: key,
    amount: 5,
    remark: '零钱',
    happenedAt: minutesAgo(8).toISOString(),
  } as const
  const moveKey = newId()
  await Promise.all([sendAction(8, move, moveKey), sendAction(8, move, moveKey)])
  await sendAction(8, move, moveKey)
  const close = { act: 'close', shiftId: key, amount: 105, happenedAt: minutesAgo(7).toISOString() } as const
  const closeKey = newId()
  const [one, other] = await Promise.all([sendAction(7, close, closeKey), sendAction(7, close, closeKey)])
  expect(one).toEqual(other)
  expect(one).toMatchObject({ counted: { expectedAmount: 105 } })
  expect(await venue.rows('ledgerLine').where('shiftId', key)).toHaveLength(2)
  // Of two concurrent different counts one closes it, and the other is refused.
  const { key: id } = await opened(6)
  const counts = await Promise.allSettled([1, 2].map((amount) => sendAction(5, { act: 'close', shiftId: id, amount })))
  expect(counts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

it('settles an earlier refusal automatically when the action succeeds', async () => {
  const shift = await drawer.open()
  const key = newId()
  const open = { act: 'open', amount: 0, cashierId: self, happenedAt: minutesAgo(0).toISOString() } as const
  expect(await codeOf(sendAction(0, open, key))).toBe('shifts.openAlready')
  await drawer.close(shift.id, 500)
  await sendAction(0, open, key)
  const { records } = (await manager.terminals.refusals({ query: { state: 'settled' } })).result
  expect(records.map(({ id }) => id)).toContain(key)
})

it('accepts actions only for the terminal’s own drawer, and only of users of the store', async () => {
  const open = { act: 'open', amount: 10, cashierId: self } as const
  expect(await codeOf(sendAction(5, open, newId(), cashier))).toBe('terminals.offlineUnproven')
  const coach = drawer.terminal.with(await server.signIn('coach'))
  expect(await codeOf(sendAction(5, open, newId(), coach))).toBe('auth.forbidden')
  const { key: shiftId } = await opened(5)
  const now = () => server.clock.now().getTime()
  const other = (await enrolledTerminal(server, manager, { now })).with(cashier)
  expect(await codeOf(sendAction(4, { act: 'close', shiftId, amount: 100 }, newId(), other))).toBe('shifts.notYours')
  const elsewhere = { ...open, cashierId: demoUsers.manager2.id }
  expect(await codeOf(sendAction(5, elsewhere, newId(), other))).toBe('sessions.cashierUnknown')
  expect(await listed(shiftId)).toMatchObject({ shiftState: 'open' })
})

it('names a missing field, and accepts no time in the future', async () => {
  const { key: shiftId } = await opened(5)
  for (const [field, given] of [
    ['shiftId', { act: 'close', amount: 1 }],
    ['cashierId', { act: 'handover', shiftId, amount: 1 }],
    ['remark', { act: 'cashIn', shiftId, amount: 1 }],
    ['amount', { act: 'cashIn', shiftId, amount: 0, remark: '零钱' }],
  ] as const)
    await expect(sendAction(1, given)).rejects.toMatchObject({ code: 'common.invalidInput', details: { field } })
  await sendAction(-60, { act: 'close', shiftId, amount: 100 })
  const [shift] = await venue.rows('shift').where('id', shiftId)
  expect(shift?.closedAt).toSatisfy((at: unknown) => at instanceof Date && at <= server.clock.now())
})
