import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'

export interface Sms {
  phone: string
  text: string
}

/**
 * Queues a text for the SMS channel; it is sent after the transaction commits. If it is not `wanted`, the same statement runs but
 * writes nothing, so that its duration reveals nothing.
 */
export async function sendSms(trx: Transaction, { phone, text }: Sms, wanted = true): Promise<void> {
  await trx
    .insertInto('smsOutbox')
    .columns(['id', 'phone', 'text'])
    .expression(sql`select ${newId()}::uuid, ${phone}, ${text} where ${wanted}::boolean`)
    .execute()
}
