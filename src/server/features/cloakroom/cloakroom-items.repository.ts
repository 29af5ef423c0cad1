import { type Insertable, type Selectable, sql } from 'kysely'
import { crudTable, type ListSearch } from '#server/core/lists/crud.ts'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { SEE_PHONES } from '#server/features/members/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { toWireTime } from '#shared/core/time.ts'
import { cloakroomItemResource } from '#shared/features/cloakroom/cloakroom-items.schema.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'

export type ItemRow = Selectable<Tables['cloakroomItem']>

const table = crudTable(cloakroomItemResource, {
  table: 'listedCloakroomItem',
  ofStores: true,
  columns: {
    itemName: 'name',
    cloakroomState: 'state',
    userId: 'memberId',
    dueTime: 'dueAt',
    endTime: 'endedAt',
    endBy: 'endedBy',
  },
})

type Viewer = Pick<SignedIn, 'actions'>

/** The phone as a user may see it. */
export const seenPhone = ({ actions }: Viewer, phone: string): string =>
  actions.has(SEE_PHONES) ? phone : maskPhone(phone)

const masked = <R extends { phone: string }>(user: Viewer, rows: readonly R[]): R[] =>
  rows.map((row) => ({ ...row, phone: seenPhone(user, row.phone) }))

/** The list of things, with phones masked as needed. */
export const cloakroomItemTable: typeof table = {
  ...table,
  async page(trx, user, ...rest) {
    const page = await table.page(trx, user, ...rest)
    return { ...page, records: masked(user, page.records) }
  },
  async *each(trx: Transaction, user: SignedIn, query: ListSearch, more?: Parameters<typeof table.each>[3]) {
    for await (const rows of table.each(trx, user, query, more)) yield masked(user, rows)
  },
}

/** One thing, with its phone masked as needed. Throws `common.recordNotFound`. */
export async function visibleItem(trx: Transaction, user: Viewer, id: string) {
  const row = await table.get(trx, id)
  return { ...row, phone: seenPhone(user, row.phone) }
}

/** Stores a record; one that has no reason for a refusal gets the code of a slip, which is returned. */
export async function insertItem(
  trx: Transaction,
  row: Omit<Insertable<Tables['cloakroomItem']>, 'code'>,
): Promise<string> {
  const code = row.reason ? null : sql<string>`random_code('B.', gen_random_uuid())`
  const stored = await trx
    .insertInto('cloakroomItem')
    .values({ ...row, code })
    .returning('code')
    .executeTakeFirstOrThrow()
  return stored.code ?? ''
}

/** Locks the thing of a slip, taken out or not. Throws `cloakroom.codeUnknown`. */
export async function lockByCode(trx: Transaction, code: string): Promise<ItemRow> {
  const row = await trx.selectFrom('cloakroomItem').selectAll().where('code', '=', code).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('cloakroom.codeUnknown', { field: 'code' })
  return row
}

/** Whether a code is that of a slip of the stores in scope. */
export const isCodeKnown = async (trx: Transaction, code: string): Promise<boolean> =>
  (await trx.selectFrom('cloakroomItem').select('id').where('code', '=', code).executeTakeFirst()) !== undefined

/** Locks a thing. Throws `common.recordNotFound`. */
export async function lockItem(trx: Transaction, id: string): Promise<ItemRow> {
  const row = await trx.selectFrom('cloakroomItem').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('common.recordNotFound')
  return row
}

/** Throws `cloakroom.takenOut` or `cloakroom.rejected` unless a thing is stored. */
export function requireStored(row: ItemRow): asserts row is ItemRow & { freeUntil: Date; dueAt: Date; code: string } {
  const { state, endedBy, endedAt } = row
  if (state === 'takenOut')
    throw new AppError('cloakroom.takenOut', { by: endedBy, time: endedAt ? toWireTime(endedAt) : '' })
  if (state === 'rejected') throw new AppError('cloakroom.rejected')
}

export const changeItem = (
  trx: Transaction,
  { id, orgCode }: Pick<ItemRow, 'id' | 'orgCode'>,
  values: Partial<ItemRow>,
) => trx.updateTable('cloakroomItem').set(values).where('id', '=', id).where('orgCode', '=', orgCode).execute()

/** The name of a place; empty: behind the counter. */
export async function placeNameOf(trx: Transaction, { placeId, orgCode }: Pick<ItemRow, 'placeId' | 'orgCode'>) {
  if (placeId === null) return ''
  const place = await trx
    .selectFrom('cloakroomPlace')
    .select('name')
    .where('id', '=', placeId)
    .where('orgCode', '=', orgCode)
    .executeTakeFirst()
  return place?.name ?? ''
}

/** Marks things whose fee has begun or whose longest time is over; returns their stores, one for each change. */
export async function markToCollect(trx: Transaction, now: Date): Promise<string[]> {
  const { rows } = await sql<{ orgCode: string }>`
    update cloakroom_item i set state = 'toBeCollected', collect_for = case when i.due_at <= ${now} then 'time' else 'fee' end
      where i.state in ('saved', 'toBeCollected')
        and (i.due_at <= ${now} and i.collect_for <> 'time' or i.collect_for = '' and i.hour_fee > 0 and i.free_until < ${now})
      returning i.org_code`.execute(trx)
  return rows.map(({ orgCode }) => orgCode)
}
