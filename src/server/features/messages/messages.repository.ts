import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

export type MessageRow = Selectable<Tables['sysMessage']>

export async function insertMessage(trx: Transaction, row: Insertable<Tables['sysMessage']>): Promise<void> {
  await trx.insertInto('sysMessage').values(row).execute()
}

/** Locks a message until the transaction ends. */
export const lockMessage = (trx: Transaction, id: string): Promise<MessageRow | undefined> =>
  trx.selectFrom('sysMessage').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function updateMessage(
  trx: Transaction,
  id: string,
  set: Updateable<Tables['sysMessage']>,
): Promise<void> {
  await trx.updateTable('sysMessage').set(set).where('id', '=', id).execute()
}
