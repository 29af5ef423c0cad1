import { type Selectable, sql } from 'kysely'
import type { RuledList } from '#server/core/auth/auth-rules.ts'
import { crudTable, type ListSearch } from '#server/core/lists/crud.ts'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { SEE_PHONES } from '#server/features/members/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import { reservationResource } from '#shared/features/reservations/reservations.contract.ts'
import type { Reservation } from '#shared/features/reservations/reservations.schema.ts'

export type ReservationRow = Selectable<Tables['reservation']>

export const reservationTable = crudTable(reservationResource, {
  table: 'reservation',
  ofStores: true,
  columns: {
    startTime: 'startsAt',
    endTime: 'endsAt',
    bookState: 'state',
    userId: 'memberId',
    realname: 'name',
    consumeRoleName: 'ruleName',
    arriveTime: 'arrivedAt',
    cancelTime: 'cancelledAt',
    remindTime: 'remindedAt',
    departusername: 'cashierName',
  },
  codecs: { userId: { toWire: (value) => value ?? '', toColumn: (value) => value || null } },
})

/** Fields of reservations for data rules. */
export const reservationRules: RuledList = {
  permissions: ['reservation:list'],
  fields: reservationResource.filter,
  columnOf: reservationTable.columnOf,
}

type Viewer = Pick<SignedIn, 'actions'>

/** Masks phones unless the user may see them. */
export const maskPhones = <R extends Reservation>({ actions }: Viewer, rows: readonly R[]): R[] =>
  actions.has(SEE_PHONES) ? [...rows] : rows.map((row) => ({ ...row, phone: maskPhone(row.phone) }))

/** A reservation as the user may see it. Throws `common.recordNotFound`. */
export async function visibleReservation(trx: Transaction, user: Viewer, id: string): Promise<Reservation> {
  const [row] = maskPhones(user, [await reservationTable.get(trx, id)])
  if (!row) throw new AppError('common.recordNotFound')
  return row
}

/** The list of reservations with phones masked as needed. */
export const listedTable: typeof reservationTable = {
  ...reservationTable,
  async page(trx, user, ...rest) {
    const page = await reservationTable.page(trx, user, ...rest)
    return { ...page, records: maskPhones(user, page.records) }
  },
  async *each(trx: Transaction, user: SignedIn, query: ListSearch, more?: Parameters<typeof reservationTable.each>[3]) {
    for await (const rows of reservationTable.each(trx, user, query, more)) yield maskPhones(user, rows)
  },
}

/** Locks the session of a reservation and then the reservation. */
export async function lockReservation(trx: Transaction, id: string): Promise<ReservationRow> {
  await sql`select lock_reservation(${id})`.execute(trx)
  return trx.selectFrom('reservation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Reserves places in a session and locks it; places of the reservation `but` do not count. Throws if there are too few. */
export async function reservePlaces(
  trx: Transaction,
  request: { sessionId: string; people: number; but: string | null; now: Date },
): Promise<void> {
  const { sessionId, people, but, now } = request
  await sql`select book_places(${sessionId}, ${people}, ${but}, ${now})`.execute(trx)
}
