import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

export type MessageRow = Selectable<Tables['message']>

export async function insertMessage(trx: Transaction, row: Insertable<Tables['message']>): Promise<void> {
  await trx.insertInto('message').values(row).execute()
}

/** Locks a message until the transaction ends. */
export const lockMessage = (trx: Transaction, id: string): Promise<MessageRow | undefined> =>
  trx.selectFrom('message').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function updateMessage(trx: Transaction, id: string, set: Updateable<Tables['message']>): Promise<void> {
  await trx.updateTable('message').set(set).where('id', '=', id).execute()
}
