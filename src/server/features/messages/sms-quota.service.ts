import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { textsOf } from '#shared/features/messages/text-count.calc.ts'
import { DeliveryRefused } from './http-channel.service.ts'

/** Result in the delivery log if the quota was too small. */
const QUOTA_EXCEEDED = 'textsUsedUp'

const quotaOf = (trx: Transaction, orgCode: string) =>
  trx.selectFrom('store').select('smsCount').where('orgCode', '=', orgCode)

/** Throws `messages.textsUsedUp` if the SMS quota of the store is too small; -1 is unlimited. */
export async function requireSmsQuota(trx: Transaction, orgCode: string, content: string): Promise<void> {
  const left = (await quotaOf(trx, orgCode).executeTakeFirst())?.smsCount ?? -1
  if (left >= 0 && left < textsOf(content)) throw new AppError('messages.textsUsedUp', { left })
}

/** Deducts the SMS of a message from the quota of the store, in the transaction that sends it. Throws `DeliveryRefused`. */
export async function consumeSmsQuota(trx: Transaction, orgCode: string, content: string): Promise<void> {
  const left = (await quotaOf(trx, orgCode).executeTakeFirst())?.smsCount ?? -1
  if (left < 0) return
  const count = textsOf(content)
  const { numUpdatedRows } = await trx
    .updateTable('store')
    .set((eb) => ({ smsCount: eb('smsCount', '-', count) }))
    .where('orgCode', '=', orgCode)
    .where('smsCount', '>=', count)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new DeliveryRefused(QUOTA_EXCEEDED)
}
