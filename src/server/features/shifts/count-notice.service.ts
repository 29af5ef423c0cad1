import { idFrom } from '#server/core/content-id.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { seeingEveryStore, type Transaction } from '#server/db/database.ts'
import { sendNotice, usersWithAction } from '#server/features/messages/index.ts'
import { formatMinor } from '#shared/core/money.ts'
import { text } from '#shared/i18n/catalogue.ts'
import type { ShiftRow } from './shifts.repository.ts'

/** Users with this action are notified. */
const NOTIFIED_ACTION = 'shift:report'

/** Notifies of a counted difference, in the transaction of the count; not of a correct count. */
export async function notifyOfDifference(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  shift: ShiftRow,
): Promise<void> {
  const { id: shiftId, orgCode, cashierName: name, remark } = shift
  const difference = shift.difference ?? 0
  if (difference === 0) return
  const amount = formatMinor(Math.abs(difference))
  const figures = { expected: formatMinor(shift.expected ?? 0), counted: formatMinor(shift.counted ?? 0) }
  await seeingEveryStore(trx, ctx.user.scope, async () => {
    const store = await trx.selectFrom('store').select('name').where('orgCode', '=', orgCode).executeTakeFirstOrThrow()
    await sendNotice(deps, trx, await usersWithAction(trx, NOTIFIED_ACTION, orgCode), {
      orgCode,
      idFor: (userId) => idFrom('count', shiftId, userId),
      texts: (language) => {
        const label = text(language, difference > 0 ? 'shift.over' : 'shift.short', { amount })
        return {
          title: text(language, 'shift.notice.title', { store: store.name, name, what: label }),
          paragraphs: [text(language, 'shift.notice.figures', figures), remark, text(language, 'shift.notice.more')],
        }
      },
    })
  })
}
