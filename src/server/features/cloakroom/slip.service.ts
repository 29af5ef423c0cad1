import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { orderPrint } from '#server/features/printing/index.ts'
import { formatMinor } from '#shared/core/money.ts'
import { formatTime } from '#shared/core/time.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import { type TextKey, type TextValues, text } from '#shared/i18n/catalogue.ts'
import type { PrintedText } from '#shared/ipc/devices.ts'
import { lockItem, placeNameOf, requireStored } from './cloakroom-items.repository.ts'

/** Orders the slip of a stored thing in the caller's language; later ones are copies. Returns the id of the print job. */
export async function orderSlip(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, printId }: { id: string; printId: string },
): Promise<string> {
  // The lock orders prints, so that copies are counted correctly.
  const item = await lockItem(trx, id)
  requireStored(item)
  const { orgCode } = item
  const store = await trx.selectFrom('store').selectAll().where('orgCode', '=', orgCode).executeTakeFirstOrThrow()
  const placeName = await placeNameOf(trx, item)
  const { locale } = ctx
  const t = (key: TextKey, values?: TextValues) => text(locale, key, values)
  const when = (at: Date) => formatTime(at, store.timeZone)
  const terms: [string, string][] =
    item.hourFee === 0
      ? []
      : [
          [t('cloakroom.freeUntil'), when(item.freeUntil)],
          [
            t('cloakroom.feeTerms'),
            item.feeMost === 0
              ? t('cloakroom.perHour', { fee: formatMinor(item.hourFee) })
              : t('cloakroom.perHourAtMost', { fee: formatMinor(item.hourFee), most: formatMinor(item.feeMost) }),
          ],
        ]
  const document: PrintedText = {
    kind: 'cloakroomSlip',
    title: t('cloakroom.slip'),
    facts: [
      [t('cloakroom.item'), `${item.name} × ${item.pieces}`],
      [t('cloakroom.place'), placeName || t('cloakroom.counter')],
      [t('cloakroom.guest'), [item.guestName, maskPhone(item.phone)].filter(Boolean).join(' ')],
      [t('cloakroom.savedTime'), when(item.createdAt)],
      ...terms,
      [t('cloakroom.dueTime'), when(item.dueAt)],
    ],
    content: '',
    foot: t('cloakroom.slipFoot'),
    code: item.code,
  }
  const about = { orderId: id, orgCode, storeName: store.name, timeZone: store.timeZone, at: item.createdAt }
  const jobId = await orderPrint(trx, { ...about, document, locale, printId }, deps.clock())
  ctx.afterCommit(() => deps.realtime.publish({ topic: 'printJobs', orgCode }))
  return jobId
}
