import { expect, it } from 'vitest'
import { demoUsers } from '#server/db/seed/access.ts'
import { replayLedger } from '#server/features/ledger/index.ts'
import { newId } from '#shared/core/id.ts'
import type { OfflinePayment } from '#shared/features/sessions/offline-payment.schema.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { enrolledTerminal } from '#tests/support/venue/terminal-key.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE, type Venue } from '#tests/support/venue/venue.ts'

const { server, venue, cashier } = await testVenue(['cashier'])
const now = () => server.clock.now().getTime()
const terminal = await enrolledTerminal(server, await server.signIn('manager', STORE), { now })

type Start = Parameters<Venue['start']>[0]
const store = (set: { apps?: string[]; offlineMemberCap?: number }) =>
  venue.inEveryStore((trx) => trx.updateTable('store').set(set).where('orgCode', '=', STORE).execute())
const minutesAgo = (minutes: number) => new Date(server.clock.now().getTime() - minutes * 60_000).toISOString()
const cash = (amount: number, deposit = 0): OfflinePayment => ({
  id: newId(),
  by: 'cash',
  amount,
  deposit,
  statement: '',
})

/** Sends a ride that started three minutes ago, paid offline unless `paid` is null, from an enrolled terminal. */
async function send(body: Start, paid: OfflinePayment | null, { key = newId(), by = terminal.with(cashier) } = {}) {
  const vehicleId = body.vehicleId ?? (await venue.vehicle()).id
  const started = { startedAt: minutesAgo(3), terminalTicket: 'T1-001', offline: true }
  return (await by.playBeforePay.add({ body: venue.start({ ...started, ...body, vehicleId, paid }), key })).result
}
const order = async (id: string) => (await venue.rows('consumeOrder').where('id', id))[0]
const lines = (id: string) => venue.rows('ledgerLine').where('causeId', id)
const record = async (id: string) => (await venue.rows('playRecord').where('id', id))[0]
const allowanceOf = async (id: string) =>
  (await cashier.members.searchMemberById({ query: { id } })).result?.offlineValue ?? null

async function expectConsistent(): Promise<void> {
  expect(await venue.inEveryStore((trx) => replayLedger(trx))).toEqual([])
  expect(await venue.inEveryStore((trx) => findBroken(trx))).toEqual([])
}

it('books offline cash in the drawer and shift of its time, once', async () => {
  const by = terminal.with(cashier)
  const shift = (await by.shifts.open({ key: newId(), body: { floatAmount: 100 } })).result.id
  server.clock.advance(10 * 60_000)
  const startedAt = minutesAgo(3)
  await by.shifts.close({ key: newId(), body: { id: shift, counted: 100 } })
  const rule = await venue.rule({ consumeType: 'NOCARDCONSUME', price: 3000, deposit: 5000 })
  const key = newId()
  const paid = { ...cash(60, 50), received: 200 }
  const body = { ruleId: rule.id, people: 2, startedAt, vehicleId: (await venue.vehicle()).id }
  const answers = await Promise.all([send(body, paid, { key }), send(body, paid, { key })])
  await send(body, paid, { key })
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]).toMatchObject({ playState: 'CONSUMED', ticketNo: 'T1-001' })
  expect(await order(paid.id)).toMatchObject({
    state: 'paid',
    payMode: 'cash',
    amount: 6000,
    deposit: 5000,
    received: 20_000,
    playId: key,
  })
  expect(await lines(paid.id)).toMatchObject([
    { account: 'cash', delta: 11_000, shiftId: shift, terminalId: terminal.id },
    { account: 'deposit', delta: 5000, shiftId: shift },
  ])
  expect(await record(key)).toMatchObject({ state: 'CONSUMED', consumeId: paid.id, ruleConflict: '', offline: true })
  await cashier.consumeOrders.returnDeposit({ key: newId(), body: { id: paid.id } })
  await expectConsistent()
})

it('accepts the price shown to the guest, also of a deleted rule, in a store without pay-later', async () => {
  await store({ apps: [] })
  await venue.setTrialLimit(0)
  const rule = await venue.rule({ consumeType: 'NOCARDCONSUME', price: 3000, active: false })
  const paid = cash(50)
  const { id } = await send({ ruleId: rule.id, people: 2 }, paid)
  expect(await order(paid.id)).toMatchObject({ amount: 5000, state: 'paid' })
  expect(await record(id)).toMatchObject({ price: 5000, priceMode: 'one', ruleConflict: 'sessions.priceChanged' })
  expect(await codeOf(send({ ruleId: rule.id }, { ...cash(30), id: paid.id }))).not.toBe('done')
  await store({ apps: ['XWHF'] })
  await venue.setTrialLimit(1000)
  await expectConsistent()
})

it('accepts cash for a member whom the store does not have, and leaves the member out', async () => {
  const rule = await venue.rule({ consumeType: 'NOCARDCONSUME', price: 3000 })
  for (const userId of ['99999999', await venue.member({ orgCode: 'A01A02' })]) {
    const paid = cash(30)
    const { id, playState } = await send({ ruleId: rule.id, userId }, paid)
    expect(playState).toBe('CONSUMED')
    expect(await record(id)).toMatchObject({ memberId: null, ruleConflict: 'members.notFound' })
    expect(await order(paid.id)).toMatchObject({ state: 'paid', amount: 3000, memberId: null })
  }
  await expectConsistent()
})

it('keeps the laps and minutes of the ticket when the rule has been edited since', async () => {
  const edited = await venue.rule({ consumeType: 'NOCARDCONSUME', price: 3000, laps: 0, minutes: 5 })
  const paid = cash(30)
  const { id } = await send({ ruleId: edited.id, laps: 8, minutes: 10 }, paid)
  expect(await order(paid.id)).toMatchObject({ state: 'paid', amount: 3000, playId: id })
  expect(await lines(paid.id)).toMatchObject([{ account: 'cash', delta: 3000 }])
  const conflict = { ruleConflict: 'sessions.noLapMode' }
  expect(await record(id)).toMatchObject({ state: 'CONSUMED', laps: 8, minutes: 10, ...conflict })
  expect((await venue.rows('run').where('playId', id))[0]).toMatchObject({ laps: 8 })
  // Terminals of earlier versions do not report them.
  const { id: unknown } = await send({ ruleId: edited.id }, cash(30))
  expect(await record(unknown)).toMatchObject({ state: 'CONSUMED', laps: 0, minutes: 5, ...conflict })
  const byLaps = await venue.rule({ consumeType: 'NOCARDCONSUME', price: 3000, minutes: 0 })
  const timed = { ruleId: byLaps.id, consumeVehicleMode: 'timermode', laps: 6, minutes: 7 } as const
  const { id: pending } = await send(timed, null)
  expect(await record(pending)).toMatchObject({ state: 'PENDING', minutes: 7, ruleConflict: 'sessions.noTimerMode' })
  await expectConsistent()
})

it('names who worked at the terminal, where that is a user of the store, and in the trail who sends it', async () => {
  const { id: ruleId } = await venue.rule({ consumeType: 'NOCARDCONSUME', price: 3000 })
  const { manager, manager2, cashier: sender } = demoUsers
  const key = newId()
  const paid = cash(30)
  await send({ ruleId, operatorId: manager.id }, paid, { key })
  const names = { operatorId: manager.id, operatorName: manager.realname }
  expect(await record(key)).toMatchObject({ ...names, settledBy: manager.id })
  expect(await order(paid.id)).toMatchObject(names)
  expect(await lines(paid.id)).toMatchObject([{ operatorId: manager.id }])
  expect(await venue.rows('auditEntry').where('recordId', key)).toMatchObject([{ userId: sender.id }])
  for (const operatorId of [manager2.id, newId()]) {
    const { id: elsewhere } = await send({ ruleId, operatorId }, cash(30))
    expect(await record(elsewhere)).toMatchObject({ operatorId: sender.id, operatorName: sender.realname })
  }
})

it('names a user of the headquarters or the platform who worked at the terminal, paid at once or later', async () => {
  const { id: ruleId } = await venue.rule({ consumeType: 'NOCARDCONSUME', price: 3000 })
  for (const worker of [demoUsers.hq, demoUsers.admin]) {
    const names = { operatorId: worker.id, operatorName: worker.realname }
    const paid = cash(30)
    const { id } = await send({ ruleId, operatorId: worker.id }, paid)
    expect(await record(id)).toMatchObject({ ...names, settledBy: worker.id })
    expect(await order(paid.id)).toMatchObject(names)
    const { id: pending } = await send({ ruleId, operatorId: worker.id }, null)
    expect(await record(pending)).toMatchObject({ state: 'PENDING', ...names })
  }
  await expectConsistent()
})

it('is accepted only from a signing terminal that was offline, sent by a user who may charge', async () => {
  const rule = await venue.rule({ consumeType: 'NOCARDCONSUME', price: 3000 })
  expect(await codeOf(send({ ruleId: rule.id }, cash(30), { by: cashier }))).toBe('terminals.offlineUnproven')
  expect(await codeOf(send({ ruleId: rule.id, offline: false }, cash(30)))).toBe('common.invalidInput')
  const coach = terminal.with(await server.signIn('coach'))
  expect(await codeOf(send({ ruleId: rule.id }, cash(30), { by: coach }))).toBe('auth.forbidden')
})

it('limits offline value to the store’s limit and the member’s balance', async () => {
  const rich = await venue.member({ balance: 20_000 })
  expect(await allowanceOf(rich)).toBeNull()
  await store({ offlineMemberCap: 10_000 })
  expect((await allowanceOf(rich))?.amount).toBe(100)
  expect((await allowanceOf(await venue.member({ balance: 3000, give: 1000 })))?.amount).toBe(40)
  expect(await allowanceOf(await venue.member({ balance: 3000, frozen: true }))).toBeNull()
  expect(await allowanceOf(await venue.member())).toBeNull()
})

it('takes value within the server’s statement, and leaves the ride pending beyond it or if it was spent', async () => {
  await store({ offlineMemberCap: 10_000 })
  const rule = await venue.rule({ price: 3500 })
  const userId = await venue.member({ balance: 8000, give: 4000 })
  const { statement } = (await allowanceOf(userId)) ?? { statement: '' }
  const wallets = (amount: number, more = {}): OfflinePayment => ({
    id: newId(),
    by: 'wallets',
    amount,
    deposit: 0,
    statement,
    ...more,
  })
  const ride = { ruleId: rule.id, userId }
  const first = wallets(70)
  const { id, playState } = await send({ ...ride, people: 2 }, first)
  expect(playState).toBe('CONSUMED')
  expect(await order(first.id)).toMatchObject({ payMode: 'balance', paidBalance: 7000, paidGive: 0, memberId: userId })
  expect(await record(id)).toMatchObject({ state: 'CONSUMED', ruleConflict: '' })

  // 30 are left of the statement.
  const beyond = await send(ride, wallets(35))
  expect(beyond.playState).toBe('PENDING')
  expect(await record(beyond.id)).toMatchObject({
    ruleConflict: 'sessions.offlineValueBeyond',
    price: 3500,
    consumeId: null,
  })
  for (const lie of [{ statement: '' }, { statement: 'v1.AAAA' }]) {
    const { id: hung } = await send(ride, wallets(35, lie))
    expect(await record(hung)).toMatchObject({ state: 'PENDING', ruleConflict: 'sessions.offlineValueUnproven' })
  }
  const other = await venue.member({ balance: 8000 })
  const stolen = await send({ ...ride, userId: other }, wallets(35))
  expect(await record(stolen.id)).toMatchObject({ state: 'PENDING', ruleConflict: 'sessions.offlineValueUnproven' })

  const allowance = await allowanceOf(other)
  await cashier.consume.add({
    key: newId(),
    body: {
      consumeType: 'BALANCE',
      consumeVehicleMode: 'circlemode',
      sysDepartConsumeRoleId: (await venue.rule({ price: 6000 })).id,
      vehicleId: (await venue.vehicle()).id,
      userId: other,
      racer: '甲',
    },
  })
  const short = await send({ ...ride, userId: other }, wallets(35, { statement: allowance?.statement }))
  expect(await record(short.id)).toMatchObject({ state: 'PENDING', ruleConflict: 'members.insufficientBalance' })
  expect(await venue.rows('consumeOrder').where('playId', short.id)).toEqual([])
  await expectConsistent()
})

it('takes no more of a merged member than the statement of one number', async () => {
  await store({ offlineMemberCap: 10_000 })
  const { id: ruleId } = await venue.rule({ price: 3500 })
  const [source, target] = [await venue.member({ balance: 50_000 }), await venue.member({ balance: 50_000 })]
  const allowances = { [source]: await allowanceOf(source), [target]: await allowanceOf(target) }
  const ride = (userId: string) =>
    send(
      { ruleId, userId, people: 2 },
      { id: newId(), by: 'wallets', amount: 70, deposit: 0, statement: allowances[userId]?.statement ?? '' },
    )
  expect((await ride(source)).playState).toBe('CONSUMED')
  const manager = await server.signIn('manager', STORE)
  await manager.memberMerge.merge({ body: { sourceId: source, targetId: target, reason: '重复登记' }, key: newId() })
  // 30 are left of the statement of either number.
  for (const userId of [source, target]) {
    const { id, playState } = await ride(userId)
    expect(playState).toBe('PENDING')
    expect(await record(id)).toMatchObject({ memberId: target, ruleConflict: 'sessions.offlineValueBeyond' })
  }
  await expectConsistent()
})

it('never takes more than the statement or the balance, from two terminals concurrently, with each start sent twice', async () => {
  await store({ offlineMemberCap: 10_000 })
  const rule = await venue.rule({ price: 3500 })
  const now = () => server.clock.now().getTime()
  const second = await enrolledTerminal(server, await server.signIn('manager', STORE), { now })
  /** Sends rides of one member from each terminal; returns the results and refusals. */
  async function sendAll(userId: string, rides: number): Promise<string[]> {
    const asked = [terminal, second].flatMap((at) => Array.from({ length: rides }, () => at.with(cashier)))
    const ids = await Promise.all(
      asked.map(async (by) => {
        const { result } = await by.members.searchMemberById({ query: { id: userId } })
        const statement = result?.offlineValue?.statement ?? ''
        const paid: OfflinePayment = { id: newId(), by: 'wallets', amount: 35, deposit: 0, statement }
        const body = { ruleId: rule.id, userId, vehicleId: (await venue.vehicle()).id, startedAt: minutesAgo(3) }
        return { by, body, paid, key: newId() }
      }),
    )
    await Promise.all(
      ids.flatMap(({ by, body, paid, key }) => [send(body, paid, { by, key }), send(body, paid, { by, key })]),
    )
    const records = await Promise.all(ids.map(({ key }) => record(key)))
    return records.map((one) => String(one?.state === 'CONSUMED' ? 'CONSUMED' : one?.ruleConflict)).sort()
  }
  const rich = await venue.member({ balance: 100_000 })
  // Each terminal has a statement of 100, which is two rides at 35.
  expect(await sendAll(rich, 4)).toEqual([
    ...Array(4).fill('CONSUMED'),
    ...Array(4).fill('sessions.offlineValueBeyond'),
  ])
  expect((await venue.wallets(rich)).balance).toMatchObject({ value: 86_000 })
  const poor = await venue.member({ balance: 8000 })
  expect(await sendAll(poor, 2)).toEqual([
    ...Array(2).fill('CONSUMED'),
    ...Array(2).fill('members.insufficientBalance'),
  ])
  expect((await venue.wallets(poor)).balance).toMatchObject({ value: 1000 })
  await expectConsistent()
})

it('allows settling, editing and cancelling unpaid offline rides in a store without pay-later, and no others', async () => {
  await venue.setHungLimit(1000)
  await store({ offlineMemberCap: 10_000, apps: [] })
  const [hq, manager] = [await server.signIn('hq'), await server.signIn('manager', STORE)]
  const rule = await venue.rule({ price: 3500 })
  const userId = await venue.member({ balance: 20_000 })
  const beyond = () => send({ ruleId: rule.id, userId }, { ...cash(35), by: 'wallets' })
  const [settled, cancelled] = [await beyond(), await beyond()]
  const fields = { consumeType: 'BALANCE', ruleId: rule.id, racer: '乙' } as const
  await hq.playBeforePay.edit({ body: { ...fields, id: settled.id } })
  await manager.playBeforePay.settle({
    key: newId(),
    body: { id: settled.id, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode' },
  })
  expect(await record(settled.id)).toMatchObject({ state: 'CONSUMED', racer: '乙' })
  await manager.playBeforePay.delete({ query: { id: cancelled.id } })
  expect(await record(cancelled.id)).toMatchObject({ state: 'CANCELLED' })
  await store({ apps: ['XWHF'] })
  const hung = (
    await cashier.playBeforePay.add({
      key: newId(),
      body: venue.start({ ruleId: rule.id, userId, vehicleId: (await venue.vehicle()).id }),
    })
  ).result
  await store({ apps: [] })
  expect(await codeOf(hq.playBeforePay.edit({ body: { ...fields, id: hung.id } }))).toBe('sessions.payLaterOff')
  await store({ apps: ['XWHF'] })
  await expectConsistent()
})
