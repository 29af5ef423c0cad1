import { sql } from 'kysely'
import { idFrom } from '#server/core/content-id.ts'
import { sanitizeHtml } from '#server/core/rich-text.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { seeingEveryStore, type Transaction } from '#server/db/database.ts'
import { storeSystemMessage } from '#server/features/messages/index.ts'
import { formatMinor } from '#shared/core/money.ts'
import { text } from '#shared/i18n/catalogue.ts'
import type { ShiftRow } from './shifts.repository.ts'

/** Who is told: those who may see what a drawer ought to have had. */
const TOLD = 'shift:report'
const SENDER = 'system'

const escaped = (words: string): string => words.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Tells at once of a drawer that was counted wrong, with the count itself or not at all; nothing of one that was right. */
export async function tellOfCount(deps: Deps, ctx: CallContext, trx: Transaction, shift: ShiftRow): Promise<void> {
  const { id: shiftId, orgCode, cashierName: name, remark } = shift
  const difference = shift.difference ?? 0
  if (difference === 0) return
  const what = text('zh', difference > 0 ? 'shift.over' : 'shift.short', { amount: formatMinor(Math.abs(difference)) })
  const figures = { expected: formatMinor(shift.expected ?? 0), counted: formatMinor(shift.counted ?? 0) }
  const said = [text('zh', 'shift.notice.figures', figures), remark, text('zh', 'shift.notice.more')]
  const lines = said.filter((line) => line !== '').map((line) => `<p>${escaped(line)}</p>`)
  await seeingEveryStore(trx, ctx.user.scope, async () => {
    const { rows: people } = await sql<{ id: string }>`select people_with(${TOLD}, ${orgCode}) as id`.execute(trx)
    const store = await trx.selectFrom('store').select('name').where('orgCode', '=', orgCode).executeTakeFirstOrThrow()
    const title = text('zh', 'shift.notice.title', { store: store.name, name, what })
    for (const { id: userId } of people) {
      const message = { id: idFrom('count', shiftId, userId), orgCode, userId, title, sender: SENDER }
      await storeSystemMessage(deps, { ...message, content: sanitizeHtml(lines.join('')) }, trx)
    }
  })
}
