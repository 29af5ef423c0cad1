import { sql } from 'kysely'
import { idFrom } from '#server/core/content-id.ts'
import { sanitizeHtml } from '#server/core/rich-text.ts'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'
import { storeSystemMessage } from '#server/features/messages/index.ts'
import { toWireTime } from '#shared/core/time.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { type LedgerDifference, replayLedger } from './replay.repository.ts'

/** Who is told: those who may put wallets right. */
const TOLD = 'member:adjust'
const SENDER = 'system'
/** Differences that a notice names one by one. */
const NAMED = 5

/** Replays the ledger of every store, one after the other, and tells those who may put wallets right of what differs. */
export async function checkLedger(deps: Deps): Promise<number> {
  const stores = await deps.db.scoped(EVERY_STORE, (trx) =>
    trx.selectFrom('store').select('orgCode').orderBy('orgCode').execute(),
  )
  let found = 0
  for (const { orgCode } of stores) {
    // This store alone and none below it, so that each is read once.
    const differences = await deps.db.scoped({ from: orgCode, to: `${orgCode}\u0001` }, replayLedger)
    if (differences.length > 0) {
      deps.log.error({ orgCode, differences: differences.slice(0, 100) }, 'the ledger does not add up')
      await deps.db.scoped(EVERY_STORE, (trx) => tell(deps, trx, orgCode, differences))
    }
    found += differences.length
  }
  return found
}

async function tell(
  deps: Deps,
  trx: Transaction,
  orgCode: string,
  differences: readonly LedgerDifference[],
): Promise<void> {
  const { rows } = await sql<{ id: string }>`select people_with(${TOLD}, ${orgCode}) as id`.execute(trx)
  const day = toWireTime(deps.clock()).slice(0, 10)
  const count = differences.length
  const lines = differences.slice(0, NAMED).map(({ memberId, check, account, project, stored, replayed }) =>
    text('zh', 'ledger.notice.line', {
      member: memberId,
      check: text('zh', `ledger.check.${check}`),
      account: project === '' ? account : `${account} ${project}`,
      stored,
      replayed,
    }),
  )
  const content = sanitizeHtml(`${text('zh', 'ledger.notice.more')}${lines.map((line) => `<p>${line}</p>`).join('')}`)
  for (const { id: userId } of rows) {
    const id = idFrom('ledger check', orgCode, day, userId)
    const title = text('zh', 'ledger.notice.differs', { day, count })
    await storeSystemMessage(deps, { id, orgCode, userId, title, content, sender: SENDER }, trx)
  }
}
