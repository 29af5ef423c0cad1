import { processPayments } from '#server/features/payments/index.ts'
import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { ArriveInput, BookInput, NewSession } from '#shared/features/reservations/reservations.schema.ts'
import type { TestClient, TestServer } from '#tests/support/server.ts'
import type { Venue } from './venue.ts'

type Staff = Pick<TestClient, 'reservations'>

interface Place {
  venue: Venue
  manager: TestClient
  cashier: TestClient
}

/** Makes reservations and arrivals at the counter of a test server. */
export function bookingsOf(server: TestServer, { venue, manager, cashier }: Place) {
  const MINUTE = 60_000
  const at = (minutes: number): string => toWireTime(new Date(server.clock.now().getTime() + minutes * MINUTE))
  /** Half an hour that begins in an hour. */
  const times = () => ({ startTime: at(60), endTime: at(90) })
  const add = async (given: Partial<BookInput> & { sessionId: string }, by: Staff, key: string) => {
    const guest = given.userId ? {} : { realname: '预约客人', phone: '13877776666' }
    return (await by.reservations.add({ body: { ...guest, ...given }, key })).result
  }

  return {
    times,
    session: async (given: Partial<NewSession> = {}, when = times()) =>
      (await manager.reservationSessions.add({ body: { ...when, ...given }, key: newId() })).result,
    shown: async (id: string) => (await manager.reservationSessions.queryById({ query: { id } })).result,
    book: (sessionId: string, given: Partial<BookInput> = {}, by: Staff = cashier, key = newId()) =>
      add({ sessionId, ...given }, by, key),
    one: async (id: string) => (await manager.reservations.queryById({ query: { id } })).result,
    row: async (id: string) => (await venue.rows('reservation').where('id', id))[0],
    /** Arriving guests pay in cash by a new rule, unless given otherwise. */
    async arrive(
      id: string,
      given: Partial<ArriveInput> = {},
      { by = cashier as Staff, key = newId(), price = 3000 } = {},
    ) {
      const consumeType = given.consumeType ?? 'NOCARDCONSUME'
      const sysDepartConsumeRoleId = given.sysDepartConsumeRoleId ?? (await venue.rule({ consumeType, price })).id
      const charge = { consumeType, consumeVehicleMode: 'timermode', consumePayMode: 'cash' } as const
      return (await by.reservations.arrive({ body: { id, ...charge, ...given, sysDepartConsumeRoleId }, key })).result
    },
    ledgerOf: async (cause: string): Promise<string[]> =>
      (await venue.rows('ledgerLine').where('causeId', cause))
        .map(({ causeKind, account, delta }) => `${causeKind} ${account} ${delta}`)
        .sort(),
    /** Lets the server's clock run until payments have ended. */
    async paid(): Promise<void> {
      for (let second = 0; second < 70; second += 5) {
        await processPayments(server.deps)
        server.clock.advance(5000)
      }
    },
    pass: (minutes: number): void => void server.clock.advance(minutes * MINUTE),
  }
}

export type Bookings = ReturnType<typeof bookingsOf>
