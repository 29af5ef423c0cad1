import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { textsOf } from '#shared/features/messages/text-count.calc.ts'
import { DeliveryRefused } from './http-channel.service.ts'

/** What the delivery log says where the store had too few texts left. */
const USED_UP = 'textsUsedUp'

const storeOf = (trx: Transaction, orgCode: string) =>
  trx.selectFrom('store').select('smsCount').where('orgCode', '=', orgCode)

/** Refuses at once what the store has no texts left for; a store whose texts are not counted (-1) always has. */
export async function requireSmsQuota(trx: Transaction, orgCode: string, content: string): Promise<void> {
  const left = (await storeOf(trx, orgCode).executeTakeFirst())?.smsCount ?? -1
  if (left >= 0 && left < textsOf(content)) throw new AppError('messages.textsUsedUp', { left })
}

/** Takes the texts of a message from what the store may still send, in the transaction that sends it. */
export async function consumeSmsQuota(trx: Transaction, orgCode: string, content: string): Promise<void> {
  const left = (await storeOf(trx, orgCode).executeTakeFirst())?.smsCount ?? -1
  if (left < 0) return
  const texts = textsOf(content)
  const { numUpdatedRows } = await trx
    .updateTable('store')
    .set((eb) => ({ smsCount: eb('smsCount', '-', texts) }))
    .where('orgCode', '=', orgCode)
    .where('smsCount', '>=', texts)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new DeliveryRefused(USED_UP)
}
