import { describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { memberOnPage } from '#tests/support/member-page.ts'
import { bookingsOf } from '#tests/support/venue/bookings.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, manager, cashier } = await testVenue(['manager', 'cashier'])
const counter = bookingsOf(server, { venue, manager, cashier })

const onPage = async (given: Parameters<typeof venue.member>[0] = {}) => {
  const member = await memberOnPage(server, venue, await venue.member(given))
  const book = (sessionId: string, people = 1, key = newId()) =>
    member.client.memberBookings.book({ body: { sessionId, people }, key })
  const cancel = (id: string, key = newId()) => member.client.memberBookings.cancel({ body: { id }, key })
  return { ...member, book, cancel }
}

describe('a booking by a member', () => {
  it('takes places of the session once under its key, and the counter sees it', async () => {
    const { id, book, client } = await onPage({ realname: '张三' })
    const session = await counter.session({ capacity: 4 })
    const key = newId()
    await Promise.all([book(session.id, 2, key), book(session.id, 2, key)])
    expect((await client.memberBookings.bookings()).result).toMatchObject([
      { id: key, people: 2, state: 'CONFIRMED', canCancel: true },
    ])
    expect(await counter.one(key)).toMatchObject({ userId: id, realname: '张三', bookState: 'CONFIRMED' })
    const offered = (await client.memberBookings.sessions({ query: { day: session.businessDay } })).result
    expect(offered.sessions.find((one) => one.id === session.id)).toMatchObject({ free: 2 })
  })

  it('never takes more places than there are, also of ten at once', async () => {
    const session = await counter.session({ capacity: 3 })
    const guests = await Promise.all(Array.from({ length: 10 }, () => onPage()))
    const codes = await Promise.all(guests.map(({ book }) => codeOf(book(session.id))))
    expect(codes.filter((code) => code === 'done')).toHaveLength(3)
    expect(codes.filter((code) => code === 'reservations.sessionFull')).toHaveLength(7)
  })

  it('is refused for locked, begun and foreign sessions, for a frozen member, and beyond five awaited ones', async () => {
    const { book, client } = await onPage()
    const locked = await counter.session({ locked: 'YES' })
    expect(await codeAndFieldOf(book(locked.id))).toBe('reservations.sessionLocked sessionId')
    expect(await codeAndFieldOf(book(newId()))).toBe('reservations.sessionNotFound sessionId')
    const running = await counter.session({}, { ...counter.times(), startTime: '2026-01-01 10:00:00' })
    expect(await codeAndFieldOf(book(running.id))).toBe('memberBookings.begun sessionId')
    const session = await counter.session()
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(book(session.id))))
    expect(codes.filter((code) => code === 'done')).toHaveLength(5)
    expect(new Set(codes)).toEqual(new Set(['done', 'memberBookings.tooMany']))
    const listed = (await client.memberBookings.sessions({ query: { day: session.businessDay } })).result.sessions
    expect(listed.map(({ id }) => id)).not.toContain(locked.id)
  })
})

describe('cancelling by a member', () => {
  it('works for own bookings before they begin, once', async () => {
    const { book, cancel } = await onPage()
    const session = await counter.session()
    const { id } = (await book(session.id)).result
    const key = newId()
    await Promise.all([cancel(id, key), cancel(id, key)])
    expect(await counter.one(id)).toMatchObject({ bookState: 'CANCELLED' })
    expect(await codeOf(cancel(id))).toBe('reservations.cancelledBefore')
  })

  it('is refused for bookings of others, with a deposit, and after the beginning', async () => {
    const { id: userId, book, cancel } = await onPage()
    const session = await counter.session()
    const foreign = await counter.book(session.id)
    expect(await codeAndFieldOf(cancel(foreign.id))).toBe('common.recordNotFound id')
    expect(await counter.one(foreign.id)).toMatchObject({ bookState: 'CONFIRMED' })
    await venue.inEveryStore((trx) => trx.updateTable('store').set({ cashierRequired: 'NO' }).execute())
    const held = await counter.book(session.id, { userId, deposit: 20 })
    expect(await codeAndFieldOf(cancel(held.id))).toBe('memberBookings.deposit id')
    const { id } = (await book(session.id)).result
    counter.pass(61)
    expect(await codeAndFieldOf(cancel(id))).toBe('memberBookings.begun id')
  })
})
