import { type Insertable, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { newId } from '#shared/core/id.ts'

export interface Sms {
  phone: string
  text: string
  /** The store that sends it; by default the platform. */
  storeCode?: string
  /** The template that it was made from, with its values as JSON text. */
  templateCode?: string
  params?: string
  /** Waits during the quiet hours of the store. */
  quiet?: boolean
  /** It is of no use after this time and is not sent. */
  usefulUntil?: Date | null
}

/**
 * Queues a text for the SMS channel; it is sent after the transaction commits. If it is not `wanted`, the same statement runs but
 * writes nothing, so that its duration reveals nothing.
 */
export async function sendSms(trx: Transaction, sms: Sms, wanted = true): Promise<void> {
  const { phone, text, storeCode = '', templateCode = '', params = '{}', quiet = false, usefulUntil = null } = sms
  await trx
    .insertInto('smsOutbox')
    .columns(['id', 'phone', 'text', 'storeCode', 'templateCode', 'params', 'quiet', 'usefulUntil'])
    .expression(
      sql`select ${newId()}::uuid, ${phone}, ${text}, ${storeCode}, ${templateCode}, ${params}, ${quiet}::boolean,
        ${usefulUntil}::timestamptz where ${wanted}::boolean`,
    )
    .execute()
}

type SmsEntry = Insertable<Tables['smsEntry']>

/**
 * Records a change of what a store may still send, in the transaction that changes `store.sms_count`; the nightly comparison compares the
 * two. Writes nothing for no change and no SMS, except for a purchase.
 */
export async function addSmsEntry(trx: Transaction, entry: SmsEntry): Promise<void> {
  if (entry.kind !== 'purchase' && entry.delta === 0 && entry.texts === 0) return
  await trx.insertInto('smsEntry').values(entry).execute()
}
