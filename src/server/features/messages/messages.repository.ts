import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

export type MessageRow = Selectable<Tables['message']>

export async function insertMessage(trx: Transaction, row: Insertable<Tables['message']>): Promise<void> {
  await trx.insertInto('message').values(row).execute()
}

export type Attachment = Pick<Selectable<Tables['messageAttachment']>, 'name' | 'contentType' | 'content'>

export async function insertAttachment(
  trx: Transaction,
  { id: messageId, orgCode }: Pick<MessageRow, 'id' | 'orgCode'>,
  attachment: Attachment,
): Promise<void> {
  await trx
    .insertInto('messageAttachment')
    .values({ messageId, orgCode, ...attachment })
    .execute()
}

/** Attachments of a message by mail. */
export const attachmentsOf = (trx: Transaction, messageId: string): Promise<Attachment[]> =>
  trx
    .selectFrom('messageAttachment')
    .select(['name', 'contentType', 'content'])
    .where('messageId', '=', messageId)
    .execute()

/** Locks a message until the transaction ends. */
export const lockMessage = (trx: Transaction, id: string): Promise<MessageRow | undefined> =>
  trx.selectFrom('message').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function updateMessage(trx: Transaction, id: string, set: Updateable<Tables['message']>): Promise<void> {
  await trx.updateTable('message').set(set).where('id', '=', id).execute()
}
