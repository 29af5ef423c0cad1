import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'

export interface Sms {
  phone: string
  text: string
}

/**
 * Hands a text to the SMS channel: it waits in the outbox, and is sent once the transaction is committed. Where it is not
 * `wanted` the same statement writes nothing, so that its time tells nothing either.
 */
export async function sendSms(trx: Transaction, { phone, text }: Sms, wanted = true): Promise<void> {
  await trx
    .insertInto('smsOutbox')
    .columns(['id', 'phone', 'text'])
    .expression(sql`select ${newId()}::uuid, ${phone}, ${text} where ${wanted}::boolean`)
    .execute()
}
