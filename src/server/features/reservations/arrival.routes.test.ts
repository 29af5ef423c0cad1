import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { replayLedger } from '#server/features/ledger/index.ts'
import { processPayments } from '#server/features/payments/index.ts'
import { newId } from '#shared/core/id.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { bookingsOf } from '#tests/support/venue/bookings.ts'
import { countedFigures } from '#tests/support/venue/figures.ts'
import { codeEnding, passes } from '#tests/support/venue/paid-orders.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { markMissedReservations } from './missed.job.ts'
import { sendDueReminders } from './reminders.service.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])
const bookings = bookingsOf(server, { venue, manager, cashier })

afterAll(async () => {
  expect(await venue.inEveryStore(replayLedger)).toEqual([])
  expect(await venue.inEveryStore((trx) => findBroken(trx))).toEqual([])
})

const settings = (given: object) => manager.storeSettings.edit({ body: { orgCode: STORE, ...given } })
const booked = async (given = {}, session = {}) => bookings.book((await bookings.session(session)).id, given)
const line = async () => (await cashier.queue.line({ query: {} })).result.records
const cancel = (id: string, more = {}, by = cashier) =>
  by.reservations.cancel({ body: { id, reason: '临时有事', ...more }, key: newId() })
const scanning = (digit: number) => ({ consumePayMode: 'wechat', payCode: codeEnding(digit) }) as const
/** Confirms the payment of an order once more. */
const confirmAgain = (key: string) =>
  venue.inEveryStore(async (trx) => {
    await sql`select pay_order(${key}, array[${newId()}]::uuid[], array[${newId()}]::uuid[], ${server.clock.now()})`.execute(
      trx,
    )
    return []
  })

describe('an arrival', () => {
  it('charges the guests present, queues them, and admits nobody twice', async () => {
    const { id } = await booked({ people: 3 })
    const key = newId()
    const rule = await venue.rule({ consumeType: 'NOCARDCONSUME', price: 3000 })
    const once = () => bookings.arrive(id, { people: 2, sysDepartConsumeRoleId: rule.id }, { key })
    const [first, again] = await Promise.all([once(), once()])
    expect([first.order.id, again.order.id]).toEqual([key, key])
    expect(first).toMatchObject({
      reservation: { bookState: 'ARRIVED', arrived: 2 },
      order: { payState: 'paid', payMode: 'cash', usageMode: 'lineup', amount: 60 },
    })
    expect((await line()).find(({ consumeid }) => consumeid === first.order.id)).toMatchObject({
      racer: '预约客人',
      people: 2,
    })
    await expect(bookings.arrive(id, { people: 2 })).rejects.toMatchObject({
      code: 'reservations.moreThanBooked',
      details: { left: 1 },
    })
    // Of two concurrent calls for the last person one succeeds.
    const both = await Promise.all([codeOf(bookings.arrive(id)), codeOf(bookings.arrive(id))])
    expect(both.sort()).toEqual(['done', 'reservations.allHere'])
    expect((await venue.rows('reservationArrival').where('reservationId', id)).length).toBe(2)
    expect(await codeOf(cancel(id))).toBe('reservations.arrivedBefore')
  })

  it('charges the wallet of the member who booked, or nothing at all', async () => {
    const userId = await venue.member({ balance: 5000 })
    const { id } = await booked({ userId, people: 2 })
    expect(await codeOf(bookings.arrive(id, { consumeType: 'BALANCE' }, { price: 4000 }))).toBe(
      'members.insufficientBalance',
    )
    expect(await bookings.one(id)).toMatchObject({ bookState: 'CONFIRMED', arrived: 0 })
    const { order } = await bookings.arrive(id, { consumeType: 'BALANCE' }, { price: 2500 })
    expect(order.payMode).toBe('balance')
    expect((await venue.wallets(userId)).balance).toEqual({ value: 0, held: 0 })
  })

  it('is undone if the scan payment fails', async () => {
    const { id } = await booked()
    const scan = { consumePayMode: 'wechat', payCode: codeEnding(4) } as const
    expect((await bookings.arrive(id, scan)).order.payState).toBe('nopay')
    expect(await bookings.one(id)).toMatchObject({ bookState: 'ARRIVED', arrived: 1 })
    await bookings.paid()
    expect(await bookings.one(id)).toMatchObject({ bookState: 'CONFIRMED', arrived: 0, arriveTime: null })
    expect((await bookings.arrive(id)).reservation.bookState).toBe('ARRIVED')
  })

  it('is refused a day early and after the end', async () => {
    const far = await bookings.session({}, { startTime: '2099-01-01 10:00:00', endTime: '2099-01-01 11:00:00' })
    const early = await bookings.book(far.id)
    await expect(bookings.arrive(early.id)).rejects.toMatchObject({
      code: 'reservations.tooEarly',
      details: { time: '2099-01-01 10:00:00' },
    })
    const late = await booked()
    bookings.pass(91)
    expect(await codeOf(bookings.arrive(late.id))).toBe('reservations.sessionOver')
  })
})

describe('a deposit', () => {
  it('in cash is in the drawer, is not revenue, and is returned at the arrival', async () => {
    const { id } = await booked({ deposit: 20, people: 2 })
    expect(await bookings.one(id)).toMatchObject({ deposit: 20, depositState: 'held', depositPayMode: 'cash' })
    expect(await bookings.ledgerOf(id)).toEqual(['bookDeposit cash 2000', 'bookDeposit deposit 2000'])
    const key = newId()
    const { depositReturned, depositPayMode } = await bookings.arrive(id, { people: 1 }, { key })
    expect([depositReturned, depositPayMode]).toEqual([20, 'cash'])
    expect(await bookings.ledgerOf(key)).toEqual([
      'bookReturn cash -2000',
      'bookReturn deposit -2000',
      'consume cash 3000',
    ])
    expect((await bookings.arrive(id)).depositReturned).toBe(0)
  })

  it('by scan is pending, and the places are free again without payment', async () => {
    const { id: session } = await bookings.session({ capacity: 1 })
    const scan = (digit: number) =>
      bookings.book(session, { deposit: 30, consumePayMode: 'wechat', payCode: codeEnding(digit) })
    const failed = await scan(4)
    expect(failed).toMatchObject({ bookState: 'WAITING', depositState: 'unpaid' })
    for (const call of [() => cancel(failed.id), () => bookings.arrive(failed.id)])
      expect(await codeOf(call())).toBe('reservations.paymentRuns')
    expect(await codeOf(bookings.book(session))).toBe('reservations.sessionFull')
    await bookings.paid()
    expect(await bookings.one(failed.id)).toMatchObject({ bookState: 'CANCELLED', depositState: 'failed' })
    expect(await bookings.ledgerOf(failed.id)).toEqual([])
    const paid = await scan(0)
    await bookings.paid()
    expect(await bookings.one(paid.id)).toMatchObject({ bookState: 'CONFIRMED', depositState: 'held' })
    expect(await bookings.ledgerOf(paid.id)).toEqual(['bookDeposit deposit 3000', 'bookDeposit scan 3000'])
    await cancel(paid.id)
    await bookings.paid()
    expect(await bookings.one(paid.id)).toMatchObject({ bookState: 'CANCELLED', depositState: 'returned' })
    expect(await venue.rows('paymentRefund').where('paymentId', paid.id)).toMatchObject([
      { amount: 3000, state: 'done' },
    ])
    expect(await codeOf(bookings.book(session, { deposit: 5, consumePayMode: 'wechat' }))).toBe(
      'sessions.payCodeRequired',
    )
  })

  it('by scan leaves a reservation that staff confirm to be confirmed', async () => {
    const { id } = await booked({ ...scanning(0), deposit: 30, toConfirm: 'YES' })
    expect(await codeOf(cashier.reservations.confirm({ body: { id } }))).toBe('reservations.paymentRuns')
    await bookings.paid()
    expect(await bookings.one(id)).toMatchObject({ bookState: 'WAITING', depositState: 'held' })
    await cashier.reservations.confirm({ body: { id } })
    expect(await bookings.one(id)).toMatchObject({ bookState: 'CONFIRMED' })
    expect((await cancel(id)).result.depositState).toBe('returned')
  })

  it.each(['cash', 'scan'] as const)(
    'in %s is held while a code pays the arrival, and is returned once when the code has paid',
    async (tender) => {
      const { id } = await booked({ deposit: 20, ...(tender === 'scan' ? scanning(0) : {}) })
      await bookings.paid()
      const key = newId()
      const { id: sysDepartConsumeRoleId } = await venue.rule({ consumeType: 'NOCARDCONSUME', price: 3000 })
      const arrive = () => bookings.arrive(id, { ...scanning(1), sysDepartConsumeRoleId }, { key })
      expect(await arrive()).toMatchObject({
        reservation: { bookState: 'ARRIVED', depositState: 'held' },
        order: { payState: 'nopay' },
        depositReturned: 0,
        depositPayMode: 'none',
      })
      expect(await bookings.ledgerOf(key)).toEqual([])
      expect(await codeOf(cancel(id))).toBe('reservations.arrivedBefore')
      await processPayments(server.deps)
      server.clock.advance(9000)
      await Promise.all([processPayments(server.deps), processPayments(server.deps), confirmAgain(key)])
      await bookings.paid()
      await confirmAgain(key)
      expect(await bookings.one(id)).toMatchObject({ bookState: 'ARRIVED', arrived: 1, depositState: 'returned' })
      expect(await bookings.ledgerOf(key)).toEqual(
        [`bookReturn ${tender} -2000`, 'bookReturn deposit -2000', 'consume scan 3000'].sort(),
      )
      const refunds = await venue.rows('paymentRefund').where('paymentId', id)
      expect(refunds.map(({ id: refund, amount, state }) => [refund, amount, state])).toEqual(
        tender === 'scan' ? [[key, 2000, 'done']] : [],
      )
      expect(await arrive()).toMatchObject({ depositReturned: 20, depositPayMode: tender })
    },
  )

  it.each([
    ['nobody confirms', 2],
    ['the provider refuses', 4],
    ['the money arrives after the end', 3],
    ['the counter gives up', 1],
  ])('is held as before, like the reservation, when %s', async (_, digit) => {
    const { id } = await booked({ deposit: 20, toConfirm: 'YES' })
    const before = await bookings.one(id)
    const key = newId()
    await bookings.arrive(id, scanning(digit), { key })
    if (digit === 1) await cashier.payments.cancel({ body: { id: key } })
    // The provider is asked once more half a minute after the end.
    await passes(server, 100_000)
    expect(await bookings.one(id)).toEqual(before)
    expect(await bookings.ledgerOf(key)).toEqual([])
    expect(await venue.rows('payment').where('id', key)).toMatchObject([{ state: 'closed' }])
    const late = await venue.rows('paymentRefund').where('paymentId', key)
    expect(late.map(({ kind, amount, state }) => [kind, amount, state])).toEqual(
      digit === 3 ? [['late', 3000, 'done']] : [],
    )
    expect((await bookings.arrive(id)).depositReturned).toBe(20)
  })

  it.each([
    ['pays later', 1, ['consume scan 3000']],
    ['does not pay', 2, []],
  ])('goes to those of a group who pay first, also if who came first %s', async (_, digit, ledger) => {
    const { id } = await booked({ deposit: 20, people: 2 })
    const first = newId()
    await bookings.arrive(id, { people: 1, ...scanning(digit) }, { key: first })
    expect((await bookings.arrive(id, { people: 1 })).depositReturned).toBe(20)
    await bookings.paid()
    expect(await bookings.ledgerOf(first)).toEqual(ledger)
    const arrived = digit === 1 ? 2 : 1
    expect(await bookings.one(id)).toMatchObject({ bookState: 'ARRIVED', arrived, depositState: 'returned' })
  })

  it('in cash comes from the drawer of the arrival, or from none if that was closed while the guest paid', async () => {
    const open = async () => (await cashier.shifts.open({ key: newId(), body: { floatAmount: 100 } })).result.id
    const arrival = async () => {
      const { id } = await booked({ deposit: 20 })
      const key = newId()
      await bookings.arrive(id, scanning(1), { key })
      return { id, key }
    }
    const cashOf = async (key: string) =>
      (await venue.rows('ledgerLine').where('causeId', key)).filter(({ account }) => account === 'cash')
    const shift = await open()
    await settings({ cashNeedsShift: 'YES' })
    const kept = await arrival()
    await bookings.paid()
    expect(await cashOf(kept.key)).toMatchObject([{ delta: -2000, shiftId: shift }])
    const closed = await arrival()
    await cashier.shifts.close({ key: newId(), body: { id: shift, counted: 100 } })
    await bookings.paid()
    expect(await bookings.one(closed.id)).toMatchObject({ depositState: 'returned' })
    expect(await cashOf(closed.key)).toMatchObject([{ delta: -2000, shiftId: null }])
    await settings({ cashNeedsShift: 'NO' })
    const early = await booked({ deposit: 20 })
    await settings({ cashNeedsShift: 'YES' })
    expect(await codeOf(bookings.arrive(early.id, scanning(0)))).toBe('shifts.noDrawer')
    await settings({ cashNeedsShift: 'NO' })
    await cancel(early.id)
  })

  it('is returned for a cancellation in time and retained for a late one, unless a manager decides otherwise', async () => {
    await settings({ reservationFreeHours: 2 })
    const inTime = async () => bookings.book((await bookings.session({}, far())).id, { deposit: 10 })
    const far = () => ({ startTime: later(180), endTime: later(200) })
    const [free, kept, given] = [await inTime(), await booked({ deposit: 10 }), await booked({ deposit: 10 })]
    expect(await codeOf(cancel(free.id, { deposit: 'keep' }))).toBe('reservations.depositGoesBack')
    expect((await cancel(free.id)).result.depositState).toBe('returned')
    expect(await codeOf(cancel(kept.id, { deposit: 'return' }))).toBe('reservations.depositStays')
    expect((await cancel(kept.id)).result.depositState).toBe('kept')
    expect((await cancel(given.id, { deposit: 'return' }, manager)).result.depositState).toBe('returned')
    expect(await codeOf(cancel(given.id))).toBe('reservations.cancelledBefore')
    await settings({ reservationFreeHours: 0 })
  })

  it('stays retained for a late cancellation, whatever later session the guest or the session is moved to', async () => {
    await settings({ reservationFreeHours: 2 })
    const soon = () => bookings.session()
    const far = await bookings.session({}, { startTime: later(2000), endTime: later(2030) })
    const moved = await bookings.book((await soon()).id, { deposit: 10 })
    await cashier.reservations.edit({ body: { id: moved.id, sessionId: far.id } })
    expect((await cancel(moved.id)).result.depositState).toBe('kept')
    const { id: session } = await soon()
    const along = await bookings.book(session, { deposit: 10 })
    const times = { startTime: later(2100), endTime: later(2130) }
    await manager.reservationSessions.edit({ body: { id: session, ...times } })
    expect(await codeOf(cancel(along.id, { deposit: 'return' }))).toBe('reservations.depositStays')
    expect((await cancel(along.id, { deposit: 'return' }, manager)).result.depositState).toBe('returned')
    await settings({ reservationFreeHours: 0 })
  })

  it('is ended by one of two concurrent calls', async () => {
    const { id } = await booked({ deposit: 10 })
    const both = await Promise.all([codeOf(cancel(id)), codeOf(bookings.arrive(id))])
    expect(both.filter((code) => code === 'done')).toHaveLength(1)
    const ends = (await venue.rows('ledgerLine').where('causeKind', 'bookReturn')).filter(
      ({ causeId }) => causeId === id,
    )
    expect(ends.length).toBeLessThanOrEqual(2)
  })
})

const later = (minutes: number): string => {
  const at = new Date(server.clock.now().getTime() + minutes * 60_000 + 8 * 3_600_000).toISOString()
  return `${at.slice(0, 10)} ${at.slice(11, 19)}`
}

describe('a guest who does not arrive', () => {
  it('is missed after the store’s grace time, may still arrive while there is room, and loses the deposit at the end', async () => {
    await markMissedReservations(server.deps)
    const { id: session } = await bookings.session({ capacity: 2 })
    const [gone, late, back] = [
      await bookings.book(session, { deposit: 10 }),
      await bookings.book(session, { deposit: 10 }),
      await booked({ deposit: 10 }),
    ]
    bookings.pass(74)
    expect(await markMissedReservations(server.deps)).toBe(0)
    bookings.pass(2)
    expect(await markMissedReservations(server.deps)).toBe(3)
    expect((await bookings.shown(session)).booked).toBe(0)
    expect((await bookings.arrive(late.id)).reservation.bookState).toBe('ARRIVED')
    await bookings.book(session)
    expect(await codeOf(bookings.arrive(gone.id))).toBe('reservations.sessionFull')
    expect(await codeOf(cashier.reservations.returnDeposit({ body: { id: back.id }, key: newId() }))).toBe(
      'auth.forbidden',
    )
    const { result } = await manager.reservations.returnDeposit({ body: { id: back.id }, key: newId() })
    expect(result.depositState).toBe('returned')
    bookings.pass(30)
    await markMissedReservations(server.deps)
    expect(await bookings.one(gone.id)).toMatchObject({ bookState: 'MISSED', depositState: 'kept' })
    const end = (await bookings.row(gone.id))?.depositEndId
    expect(await bookings.ledgerOf(String(end))).toEqual(['bookKept deposit -1000'])
    expect(await markMissedReservations(server.deps)).toBe(0)
  })
})

describe('a session that is moved after its start', () => {
  it('expects its missed guests again and reminds them, if there is room', async () => {
    const moved = async (capacity: number, more: number) => {
      const { id: session } = await bookings.session({ capacity })
      const { id } = await bookings.book(session, { deposit: 10, people: 2 })
      bookings.pass(76)
      await markMissedReservations(server.deps)
      if (more > 0) await bookings.book(session, { people: more })
      await manager.reservationSessions.edit({ body: { id: session, startTime: later(60), endTime: later(90) } })
      return bookings.row(id)
    }
    expect(await moved(3, 1)).toMatchObject({ state: 'CONFIRMED', depositState: 'held', remindedAt: null })
    expect(await moved(2, 1)).toMatchObject({ state: 'MISSED', depositState: 'held' })
  })
})

it('statistics count deposits like the ledger: held ones are no revenue, retained ones are', async () => {
  const counted = await venue.inEveryStore((trx) => countedFigures(trx, 'type'))
  expect(counted.BOOKING).toMatchObject({ recharges: 0, refunded: 0, orders: 0 })
  expect(counted.BOOKING?.revenue).toBe(30)
  const { result } = await manager.statistics.figures({ query: { by: 'type', period: 'days7' } })
  expect(JSON.stringify(result)).toContain('BOOKING')
})

describe('a reminder', () => {
  it('is sent to the phone automatically, once, at the store’s lead time, and again manually', async () => {
    const sms = async () =>
      (await venue.rows('message').where('templateCode', 'reservation.reminder')).map(({ receiver }) => receiver)
    await settings({ reservationRemindHours: 2, smsQuietFrom: 0, smsQuietTo: 0 })
    const { id: session } = await bookings.session({}, { startTime: later(150), endTime: later(180) })
    const { id } = await bookings.book(session, { phone: '13812340000', realname: '提醒' })
    // Booked within this time: no reminder is needed.
    await booked({ phone: '13812349999' })
    expect(await sendDueReminders(server.deps)).toBe(0)
    bookings.pass(40)
    const [one, other] = await Promise.all([sendDueReminders(server.deps), sendDueReminders(server.deps)])
    expect(one + other).toBe(1)
    expect(await sms()).toEqual(['13812340000'])
    const content = (await venue.rows('message').where('receiver', '13812340000'))[0]?.content
    expect(content).toContain('提醒，您预约了')
    await cashier.reservations.remind({ body: { id }, key: newId() })
    expect(await sms()).toHaveLength(2)
    await cancel(id)
    expect(await codeOf(cashier.reservations.remind({ body: { id }, key: newId() }))).toBe('reservations.notAwaited')
    await settings({ reservationRemindHours: 0 })
  })
})

it('missed guests who had to confirm must confirm after a move, of their session or alone', async () => {
  const { id: session } = await bookings.session()
  const [along, alone] = [
    await bookings.book(session, { toConfirm: 'YES' }),
    await bookings.book(session, { toConfirm: 'YES' }),
  ]
  bookings.pass(76)
  await markMissedReservations(server.deps)
  await cashier.reservations.edit({ body: { id: alone.id, sessionId: (await bookings.session()).id } })
  await manager.reservationSessions.edit({ body: { id: session, startTime: later(60), endTime: later(90) } })
  for (const { id } of [along, alone]) expect(await bookings.row(id)).toMatchObject({ state: 'WAITING' })
})
