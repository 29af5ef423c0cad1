import { sql } from 'kysely'
import { toAppError } from '#server/core/http/database-errors.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { MEMBER_KIND } from './correction.service.ts'
import { summaryOf } from './merge-preview.service.ts'

interface MergeInput {
  sourceId: string
  targetId: string
  reason: string
}

/** What the SQL function `merge_members` returns. */
interface Merged {
  orgCode: string
  records: number
  reservations: number
  signUps: number
}

/** Merges one member permanently into another one of the same store. Throws `members.*`. */
export async function mergeMembers(deps: Deps, ctx: CallContext, trx: Transaction, input: MergeInput): Promise<null> {
  const { user } = ctx
  const { sourceId, targetId } = input
  const by = { userId: user.id, username: user.username, realname: user.realname, ip: ctx.ip, requestId: ctx.requestId }
  const now = deps.clock()
  const call = { ...input, id: ctx.key, by, terminalId: await ctx.terminal(), now }
  const before = { source: await summaryOf(trx, sourceId, now), target: await summaryOf(trx, targetId, now) }
  const { rows } = await sql<{ merged: Merged }>`
    select merge_members(${JSON.stringify(call)}::jsonb) as merged`
    .execute(trx)
    .catch((error: unknown) => {
      throw toAppError(error) ?? error
    })
  const [row] = rows
  if (!row) throw new Error('merge_members returned nothing')
  const { orgCode, records, reservations, signUps } = row.merged
  ctx.changesStore(orgCode)
  ctx.touched({ id: sourceId, kind: MEMBER_KIND, before: before.source, after: { mergedInto: targetId } })
  const after = {
    ...(await summaryOf(trx, targetId, now)),
    merged: sourceId,
    openOrders: records,
    reservations,
    signUps,
  }
  ctx.touched({ id: targetId, kind: MEMBER_KIND, before: before.target, after })
  ctx.afterCommit(async () => {
    await deps.realtime.publish({ topic: 'wallets', orgCode })
    if (records > 0) await deps.realtime.publish({ topic: 'playRecords', orgCode })
    if (reservations > 0) await deps.realtime.publish({ topic: 'reservations', orgCode })
    if (signUps > 0) await deps.realtime.publish({ topic: 'events', orgCode })
  })
  return null
}
