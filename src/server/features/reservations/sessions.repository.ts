import { type RawBuilder, type Selectable, sql } from 'kysely'
import { dataRules, type RuledList } from '#server/core/auth/auth-rules.ts'
import { crudTable } from '#server/core/lists/crud.ts'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { AppError } from '#shared/core/errors.ts'
import { toWireTime } from '#shared/core/time.ts'
import { sessionResource } from '#shared/features/reservations/reservation-sessions.contract.ts'
import type { ReservationSession } from '#shared/features/reservations/reservations.schema.ts'
import { sessionStateOf } from '#shared/features/reservations/sessions.calc.ts'

export type SessionRow = Selectable<Tables['reservationSession']>

/** A placeholder that `withBooked` replaces. */
const later = (value: unknown) => ({ toWire: () => value, toColumn: () => undefined })

const table = crudTable(sessionResource, {
  table: 'reservationSession',
  ofStores: true,
  columns: {
    sessionNumber: 'number',
    startTime: 'startsAt',
    endTime: 'endsAt',
    consumeRoleName: 'ruleName',
  },
  codecs: { booked: later(0), sessionState: later('open') },
})

/** Adds the number of booked people and the current state to sessions. */
async function withBooked(
  trx: Transaction,
  rows: readonly ReservationSession[],
  now: Date,
): Promise<ReservationSession[]> {
  const ids = rows.map(({ id }) => id)
  const { rows: found } = await sql<{ id: string; booked: number }>`
    select s.id, booked_people(s.id, s.org_code) as booked from reservation_session s where s.id = any(${ids}::uuid[])`.execute(
    trx,
  )
  const booked = new Map(found.map((one) => [one.id, one.booked]))
  return rows.map((row) => {
    const session = { ...row, booked: booked.get(row.id) ?? 0 }
    const sessionState = sessionStateOf({ ...session, locked: row.locked === 'YES' }, toWireTime(now))
    return { ...session, sessionState }
  })
}

/** Statements of sessions with their current state. */
export const sessionTable = (clock: () => Date): typeof table => ({
  ...table,
  async page(trx, ...rest) {
    const page = await table.page(trx, ...rest)
    return { ...page, records: await withBooked(trx, page.records, clock()) }
  },
  async get(trx, id) {
    const [row] = await withBooked(trx, [await table.get(trx, id)], clock())
    if (!row) throw new AppError('common.recordNotFound')
    return row
  },
})

/** Fields of sessions for data rules. */
const sessionRules: RuledList = {
  permissions: ['reservationsession:list'],
  fields: sessionResource.filter,
  columnOf: table.columnOf,
}

/** Conditions of the user's data rules for sessions. */
export const rulesOfSessions = (trx: Transaction, user: SignedIn, now: Date) => dataRules(trx, user, sessionRules, now)

/** Locks a session. Throws `common.recordNotFound`. */
export async function lockSession(trx: Transaction, id: string): Promise<SessionRow> {
  const row = await trx
    .selectFrom('reservationSession')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('common.recordNotFound', { field: 'id' })
  return row
}

/** The next session number of a day. A lock serializes concurrent callers, so that numbers are unique and without gaps. */
export async function nextNumber(trx: Transaction, orgCode: string, day: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sessions ${orgCode}`}, 0))`.execute(trx)
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(number), 0) + 1 as next from reservation_session where org_code = ${orgCode} and business_day = ${day}`.execute(
    trx,
  )
  return rows[0]?.next ?? 1
}

/** The business day of a time at a store. */
export async function dayOf(trx: Transaction, orgCode: string, at: Date): Promise<string> {
  const { rows } = await sql<{ day: string }>`select business_day(${orgCode}, ${at})::text as day`.execute(trx)
  return rows[0]?.day ?? ''
}

/** SQL condition for sessions of a calendar. */
export const ofDays = (fromDay: string, toDay: string): RawBuilder<unknown> =>
  sql`t.business_day between ${fromDay} and ${toDay}`
