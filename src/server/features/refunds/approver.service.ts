import { verify } from '@node-rs/argon2'
import { createGuard, guarded } from '#server/core/auth/auth-guard.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import type { VoidInput } from '#shared/features/refunds/voids.schema.ts'
import { isBadgeOf } from '#shared/features/sessions/badge.calc.ts'

const APPROVE = 'refund:approve'
/** Free attempts, as for taking over a counter: few per pair of operator and approver, more for each of them. */
const FREE_ATTEMPTS = { pair: 6, approver: 21, operator: 41 }
const KIND = '/refund/sysRefund'

/** The approver of a void as passed to the SQL function `require_voidable`; the database decides whether that user may approve. */
export interface Approval {
  approverId: string | null
  /** The hash that the password matched; null for a badge, or if the caller needs no approval. */
  approverHash: string | null
}

type ApproverInput = Pick<VoidInput, 'approverId' | 'approverPassword' | 'badge'>

/**
 * Checks the password or badge of the approver of a void. Throws `refunds.approverUnknown`, `refunds.passwordWrong`, `cashiers.badgeAlone`
 * or `auth.lockedOut`.
 */
export async function checkApprover(deps: Deps, ctx: CallContext, input: ApproverInput): Promise<Approval> {
  const { approverId, approverPassword, badge } = input
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
  const pair = guarded(`approver ${approver.id} by ${operator}`, FREE_ATTEMPTS.pair)
  const sharedKeys = [
    guarded(`approver ${approver.id}`, FREE_ATTEMPTS.approver),
    guarded(`approvers by ${operator}`, FREE_ATTEMPTS.operator),
  ]
  const attempt = await createGuard(deps).reserve([pair, ...sharedKeys])
  const secret = approver.refundPasswordHash ?? approver.passwordHash
  const isRight =
    badge === '' ? await verify(secret, approverPassword).catch(() => false) : isBadgeOf(approver.workNo, badge)
  if (!isRight) {
    await ctx.leaveTrail([{ id: approver.id, kind: KIND, after: { refused: 'refunds.passwordWrong' } }])
    throw new AppError('refunds.passwordWrong', { field: badge === '' ? 'approverPassword' : 'badge' })
  }
  await attempt.right([pair])
  return { approverId: approver.id, approverHash: badge === '' ? secret : null }
}
