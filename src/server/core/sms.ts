import type { Transaction } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'

export interface Sms {
  phone: string
  text: string
}

/** Hands a text to the SMS channel: it waits in the outbox, and is sent once the transaction is committed. */
export async function sendSms(trx: Transaction, { phone, text }: Sms): Promise<void> {
  await trx.insertInto('smsOutbox').values({ id: newId(), phone, text }).execute()
}
