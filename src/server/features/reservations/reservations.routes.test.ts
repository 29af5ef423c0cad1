import { afterAll, describe, expect, it } from 'vitest'
import { replayLedger } from '#server/features/ledger/index.ts'
import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { bookingsOf } from '#tests/support/venue/bookings.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])
const bookings = bookingsOf(server, { venue, manager, cashier })

afterAll(async () => {
  expect(await venue.inEveryStore(replayLedger)).toEqual([])
  expect(await venue.inEveryStore((trx) => findBroken(trx))).toEqual([])
})

const at = (minutes: number): string => toWireTime(new Date(server.clock.now().getTime() + minutes * 60_000))

describe('sessions', () => {
  it('get numbers within their business day, also when added concurrently', async () => {
    const day = at(20 * 1440).slice(0, 10)
    const add = (hour: number) =>
      manager.reservationSessions.add({
        body: { startTime: `${day} ${hour}:00:00`, endTime: `${day} ${hour}:30:00`, capacity: 8 },
        key: newId(),
      })
    const added = await Promise.all([10, 11, 12, 13, 14, 15].map(add))
    expect(added.map(({ result }) => result.sessionNumber).sort()).toEqual([1, 2, 3, 4, 5, 6])
    expect(added[0]?.result).toMatchObject({ businessDay: day, booked: 0, sessionState: 'open', capacity: 8 })
  })

  it('after midnight belong to the previous day if the store closes later', async () => {
    const [day, next] = [at(26 * 1440).slice(0, 10), at(27 * 1440).slice(0, 10)]
    await manager.storeSettings.edit({ body: { orgCode: STORE, dayStartHour: 6 } })
    const body = { startTime: `${next} 00:30:00`, endTime: `${next} 01:00:00`, capacity: 8 }
    const { id } = (await manager.reservationSessions.add({ body, key: newId() })).result
    await manager.storeSettings.edit({ body: { orgCode: STORE, dayStartHour: 0 } })
    expect((await cashier.reservationSessions.queryById({ query: { id } })).result.businessDay).toBe(day)
    const shown = async (one: string) =>
      (await cashier.reservationSessions.calendar({ query: { fromDay: one, toDay: one } })).result.sessions
    expect((await shown(day)).map((session) => session.id)).toEqual([id])
    expect(await shown(next)).toEqual([])
  })

  it('are planned for many days at once, without duplicates', async () => {
    const from = at(30 * 1440).slice(0, 10)
    const to = at(31 * 1440).slice(0, 10)
    const plan = { fromDay: from, toDay: to, fromTime: '10:00', toTime: '12:00', duration: 20, interval: 10 }
    const generate = () => manager.reservationSessions.generate({ body: { ...plan, capacity: 4 }, key: newId() })
    const both = await Promise.all([generate(), generate()])
    expect(both.map(({ result }) => result.added).sort()).toEqual([0, 8])
    const { result } = await cashier.reservationSessions.calendar({ query: { fromDay: from, toDay: to } })
    expect(result.sessions.map(({ startTime }) => startTime.slice(11, 16))).toEqual(
      Array.from({ length: 2 }, () => ['10:00', '10:30', '11:00', '11:30']).flat(),
    )
    expect(await codeOf(manager.reservationSessions.generate({ body: { ...plan, duration: 121 }, key: newId() }))).toBe(
      'reservations.nothingPlanned',
    )
    const years = { ...plan, toDay: '2199-01-01', duration: 1, interval: 0 }
    expect(await codeOf(manager.reservationSessions.generate({ body: years, key: newId() }))).toBe(
      'reservations.tooManySessions',
    )
    expect(await codeOf(cashier.reservationSessions.calendar({ query: { fromDay: from, toDay: '2199-01-01' } }))).toBe(
      'reservations.tooManyDays',
    )
  })

  it('refuse an end before the start, a capacity below the bookings, and deletion after any booking', async () => {
    const { id } = await bookings.session({ capacity: 4 })
    const edit = (body: object) => manager.reservationSessions.edit({ body: { id, ...body } })
    expect(await codeOf(edit({ endTime: at(1) }))).toBe('reservations.endBeforeStart')
    await bookings.book(id, { people: 3 })
    await expect(edit({ capacity: 2 })).rejects.toMatchObject({
      code: 'reservations.belowBooked',
      details: { field: 'capacity', booked: 3 },
    })
    expect((await edit({ capacity: 3 })).result).toMatchObject({ booked: 3, sessionState: 'full' })
    expect(await codeOf(manager.reservationSessions.delete({ query: { id } }))).toBe('reservations.sessionUsed')
    const free = await bookings.session()
    await manager.reservationSessions.delete({ query: { id: free.id } })
    expect(await codeOf(manager.reservationSessions.queryById({ query: { id: free.id } }))).toBe(
      'common.recordNotFound',
    )
  })

  it('move their reservations with them', async () => {
    const { id } = await bookings.session()
    const booked = await bookings.book(id)
    const times = { startTime: at(600), endTime: at(630) }
    await manager.reservationSessions.edit({ body: { id, ...times } })
    expect(await bookings.one(booked.id)).toMatchObject(times)
  })
})

describe('booking', () => {
  it('accepts as many as fit under concurrency, and any number if the capacity is 0', async () => {
    const { id } = await bookings.session({ capacity: 7 })
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, n) => codeOf(bookings.book(id, {}, n % 2 ? cashier : manager))),
    )
    expect(all.filter((code) => code === 'reservations.sessionFull')).toHaveLength(33)
    expect((await bookings.shown(id)).booked).toBe(7)
    const open = await bookings.session({ capacity: 0 })
    await Promise.all(Array.from({ length: 10 }, () => bookings.book(open.id, { people: 99 })))
    expect(await bookings.shown(open.id)).toMatchObject({ booked: 990, sessionState: 'open' })
  })

  it('happens once for a key, for a member or for a name and phone', async () => {
    const { id } = await bookings.session()
    const userId = await venue.member({ realname: '陈晨', phone: '13911112222' })
    const key = newId()
    const body = { sessionId: id, userId, people: 2 }
    const [first, again] = await Promise.all([
      cashier.reservations.add({ body, key }),
      cashier.reservations.add({ body, key }),
    ])
    expect(again.result).toEqual(first.result)
    expect(first.result).toMatchObject({
      id: key,
      userId,
      realname: '陈晨',
      phone: '139****2222',
      bookState: 'CONFIRMED',
    })
    expect((await bookings.shown(id)).booked).toBe(2)
    const lacks = (more: object) => codeOf(cashier.reservations.add({ body: { sessionId: id, ...more }, key: newId() }))
    expect(await lacks({ realname: '' })).toBe('reservations.nameRequired')
    expect(await lacks({ realname: '王' })).toBe('reservations.phoneRequired')
    expect(await lacks({ userId: '999999999' })).toBe('members.notFound')
    expect(await lacks({ userId, deposit: 10, cashierId: '-'.repeat(36) })).toBe('sessions.cashierUnknown')
    expect((await manager.reservations.queryById({ query: { id: key } })).result.phone).toBe('13911112222')
  })

  it('is refused for a locked or ended session, and waits for confirmation if requested', async () => {
    const { id } = await bookings.session()
    const booked = await bookings.book(id, { toConfirm: 'YES' })
    expect(booked.bookState).toBe('WAITING')
    expect((await cashier.reservations.confirm({ body: { id: booked.id } })).result.bookState).toBe('CONFIRMED')
    await cashier.reservationSessions.edit({ body: { id, locked: 'YES' } })
    expect(await codeOf(bookings.book(id))).toBe('reservations.sessionLocked')
    expect((await bookings.shown(id)).sessionState).toBe('locked')
    const over = await bookings.session({}, { startTime: at(-60), endTime: at(-30) })
    expect(await codeOf(bookings.book(over.id))).toBe('reservations.sessionOver')
    const running = await bookings.session({}, { startTime: at(-10), endTime: at(20) })
    expect((await bookings.book(running.id)).bookState).toBe('CONFIRMED')
  })

  it('moves to another session and grows only while there is room', async () => {
    const [from, to] = [await bookings.session({ capacity: 3 }), await bookings.session({ capacity: 3 })]
    const mine = await bookings.book(from.id, { people: 2 })
    const edit = (body: object, by = cashier) => by.reservations.edit({ body: { id: mine.id, ...body } })
    // Two concurrent moves into each other's session.
    const theirs = await bookings.book(to.id, { people: 1 })
    await Promise.all([
      edit({ sessionId: to.id }),
      manager.reservations.edit({ body: { id: theirs.id, sessionId: from.id } }),
    ])
    expect([(await bookings.shown(from.id)).booked, (await bookings.shown(to.id)).booked]).toEqual([1, 2])
    const more = await Promise.all([codeOf(edit({ people: 3 })), codeOf(bookings.book(to.id))])
    expect(more.filter((code) => code === 'reservations.sessionFull')).toHaveLength(1)
    // A masked value that is sent back changes nothing.
    await edit({ phone: mine.phone, realname: '改名' })
    expect(await bookings.row(mine.id)).toMatchObject({ phone: '13877776666', name: '改名' })
  })

  it('keeps a rule that was withdrawn, as does its session, and takes no withdrawn one', async () => {
    const [kept, other] = [await venue.rule({}), await venue.rule({})]
    const place = await bookings.session({ ruleId: kept.id })
    const mine = await bookings.book(place.id, { ruleId: kept.id })
    for (const { id } of [kept, other]) await manager.consumeRules.edit({ body: { id, isActive: 'NO' } })
    const edit = (body: object) => cashier.reservations.edit({ body: { id: mine.id, ...body } })
    expect((await edit({ people: 2, ruleId: kept.id })).result).toMatchObject({ people: 2, ruleId: kept.id })
    expect(await codeOf(edit({ ruleId: other.id }))).toBe('sessions.ruleNotFound')
    const move = (body: object) => manager.reservationSessions.edit({ body: { id: place.id, ...body } })
    await move({ remark: '改场', ruleId: kept.id })
    expect(await codeOf(move({ ruleId: other.id }))).toBe('sessions.ruleNotFound')
  })

  it('needs the permission and works only in the own store', async () => {
    const { id } = await bookings.session()
    const beside = await server.signIn('manager2')
    const coach = await server.signIn('coach')
    expect(await codeOf(bookings.book(id, {}, beside))).toBe('reservations.sessionNotFound')
    expect(await codeOf(bookings.book(id, {}, coach))).toBe('auth.forbidden')
    const { id: booked } = await bookings.book(id)
    expect(await codeOf(beside.reservations.cancel({ body: { id: booked, reason: 'x' }, key: newId() }))).toBe(
      'common.recordNotFound',
    )
    expect(await codeOf(cashier.reservationSessions.add({ body: bookings.times(), key: newId() }))).toBe(
      'auth.forbidden',
    )
  })
})
