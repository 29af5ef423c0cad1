import { verify } from '@node-rs/argon2'
import { createGuard, guarded } from '#server/core/auth-guard.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import type { VoidInput } from '#shared/features/refunds/voids.schema.ts'
import { isBadgeOf } from '#shared/features/sessions/badge.calc.ts'

const APPROVE = 'refund:approve'
/** As for taking over a counter: few tries for one person at somebody's counter, more for one of them alone. */
const FREE = { pair: 6, approver: 21, operator: 41 }
const KIND = '/refund/sysRefund'

/** Who approves a void, as the SQL function `require_voidable` takes it; the database decides whether that person may. */
export interface Approval {
  approverId: string | null
  /** What the password was checked against; null where a badge was shown, or where the caller needs no other proof. */
  approverHash: string | null
}

type Shown = Pick<VoidInput, 'approverId' | 'approverPassword' | 'badge'>

/** Checks the password or the badge of the person who approves a void on the spot; throws `refunds.passwordWrong` or `auth.lockedOut`. */
export async function checkApprover(deps: Deps, ctx: CallContext, shown: Shown): Promise<Approval> {
  const { approverId, approverPassword, badge } = shown
  const { id: operator, orgCode, actions } = ctx.user
  if (actions.has(APPROVE)) return { approverId: operator, approverHash: null }
  if (!approverId) return { approverId: null, approverHash: null }
  const terminalId = await ctx.terminal()
  const approver = await ctx.tx((trx) =>
    trx
      .selectFrom('userAccount as person')
      .innerJoin('store', (join) => join.on('store.orgCode', '=', orgCode))
      .select([
        'person.id',
        'person.workNo',
        'person.passwordHash',
        'person.refundPasswordHash',
        'store.cashierByBadge',
      ])
      .where('person.id', '=', approverId)
      .where('person.status', '=', 1)
      .where('person.deletedAt', 'is', null)
      .executeTakeFirst(),
  )
  if (!approver) throw new AppError('refunds.approverUnknown', { field: 'approverId' })
  if (badge !== '' && (approver.cashierByBadge === 'NO' || terminalId === null))
    throw new AppError('cashiers.badgeAlone', { field: 'badge' })
  const pair = guarded(`approver ${approver.id} by ${operator}`, FREE.pair)
  const others = [guarded(`approver ${approver.id}`, FREE.approver), guarded(`approvers by ${operator}`, FREE.operator)]
  const tries = await createGuard(deps).reserve([pair, ...others])
  const secret = approver.refundPasswordHash ?? approver.passwordHash
  const isRight =
    badge === '' ? await verify(secret, approverPassword).catch(() => false) : isBadgeOf(approver.workNo, badge)
  if (!isRight) {
    await ctx.leaveTrail([{ id: approver.id, kind: KIND, after: { refused: 'refunds.passwordWrong' } }])
    throw new AppError('refunds.passwordWrong', { field: badge === '' ? 'approverPassword' : 'badge' })
  }
  await tries.right([pair])
  return { approverId: approver.id, approverHash: badge === '' ? secret : null }
}
