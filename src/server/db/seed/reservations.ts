import type { Transaction } from '#server/db/database.ts'
import { businessDay, daysAfter, fromWireTime } from '#shared/core/time.ts'
import { demoStores, demoUsers } from './access.ts'

const id = (number: number): string => `01900000-0000-7000-8031-${String(number).padStart(12, '0')}`
const LENGTH_MS = 30 * 60_000
/** The hours at which the sessions of a day begin. */
const HOURS = [10, 12, 14, 16, 18, 20]

/** The bookings of the sessions in order; undefined for a session without one. */
const guests = [
  { name: '陈晨', phone: '13900000101', people: 2 },
  { name: '周末车队', phone: '13900000102', people: 6 },
  null,
  { name: '王女士', phone: '13900000103', people: 3 },
  null,
] as const

/** The sessions of today and the next days of each store, with a few reservations of future ones. */
export async function seedReservations(trx: Transaction, now: Date): Promise<void> {
  const today = businessDay(now)
  const { operatorId, createdBy } = { operatorId: demoUsers.cashier.id, createdBy: 'cashier' }
  let count = 0
  for (const { orgCode } of [demoStores.A01A01, demoStores.A01A02]) {
    for (const day of [0, 1, 2].map((ahead) => daysAfter(today, ahead))) {
      const sessions = HOURS.map((hour, index) => {
        const startsAt = fromWireTime(`${day} ${hour}:00:00`)
        const times = { startsAt, endsAt: new Date(startsAt.getTime() + LENGTH_MS) }
        const row = { id: id(++count), orgCode, businessDay: day, number: index + 1, ...times, capacity: 8 }
        return { ...row, locked: false, ruleId: null, createdBy: 'manager', createdAt: now }
      })
      await trx.insertInto('reservationSession').values(sessions).execute()
      const booked = sessions.flatMap((session, index) => {
        const guest = guests[index % guests.length]
        // A reservation for today would already be missed when the demo is opened.
        if (!guest || day === today) return []
        const { startsAt, endsAt } = session
        const row = { id: id(1000 + count + index), orgCode, sessionId: session.id, sessionNumber: session.number }
        const made = {
          operatorId,
          operatorName: '李小敏',
          cashierId: null,
          terminalId: null,
          createdBy,
          createdAt: now,
        }
        return {
          ...row,
          startsAt,
          endsAt,
          state: 'CONFIRMED' as const,
          memberId: null,
          ruleId: null,
          ...guest,
          ...made,
        }
      })
      if (booked.length > 0) await trx.insertInto('reservation').values(booked).execute()
    }
  }
}
