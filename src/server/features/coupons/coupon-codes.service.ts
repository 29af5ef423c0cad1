import { listRules } from '#server/core/lists/list-rules.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { causeOf, post } from '#server/features/ledger/index.ts'
import { currentMember, requireActiveMember } from '#server/features/members/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import { couponCodeResource, type ShownCoupon } from '#shared/features/coupons/coupon-codes.contract.ts'
import {
  type CodeRow,
  codesOfMember,
  couponCodeTable,
  isVoidBy,
  takeValue,
  usableCode,
  voidCode,
} from './coupon-codes.repository.ts'
import { withRuleNames } from './coupons.repository.ts'

/** Makes a code void; repeated by the same user it is done. Throws `couponCodes.notUnused`. */
export async function voidCoupon(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, voidReason }: { id: string; voidReason: string },
): Promise<null> {
  await listRules(deps, couponCodeResource, couponCodeTable).requireListed(trx, [id], ctx)
  const by = ctx.user.username
  if (await isVoidBy(trx, id, by)) {
    ctx.doneBefore()
    return null
  }
  await voidCode(trx, { id, voidReason, by, now: deps.clock() })
  ctx.touched({ id, before: { codeState: 'unused' }, after: { codeState: 'void', voidReason } })
  return null
}

/** What a code is good for at the caller's store. Throws `coupons.notFound` or why it cannot be used. */
export async function checkCoupon(deps: Deps, ctx: CallContext, trx: Transaction, code: string): Promise<ShownCoupon> {
  const { orgCode } = ctx.user
  const [found] = await withRuleNames(trx, [await usableCode(trx, { orgCode, code, now: deps.clock() })])
  if (!found) throw new AppError('coupons.notFound', { field: 'code' })
  return toShown(found)
}

/** The codes of a member, under all numbers, that can be used now. Throws `members.notFound`. */
export async function couponsOfMember(deps: Deps, trx: Transaction, userId: string): Promise<ShownCoupon[]> {
  const member = await currentMember(trx, userId)
  if (!member) throw new AppError('members.notFound', { field: 'userId' })
  const codes = await codesOfMember(trx, { member: member.id, orgCode: member.orgCode, now: deps.clock() })
  return (await withRuleNames(trx, codes)).map(toShown)
}

const toShown = (row: CodeRow & { ruleNames: string }): ShownCoupon => ({
  code: row.code,
  couponName: row.name,
  couponKind: row.kind,
  couponValue: fromMinor(row.value),
  ruleIds: row.ruleIds,
  ruleNames: row.ruleNames,
  userId: row.memberId,
  endTime: row.endsAt && toWireTime(row.endsAt),
})

/**
 * Credits the value of a code to a member's gift balance. The call's key is the ledger cause and the use of the code, so that a repeat
 * credits nothing. Throws `members.notFound`, `coupons.notFound` or why the code cannot be used.
 */
export async function redeemCoupon(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { code, userId }: { code: string; userId: string },
) {
  const member = await currentMember(trx, userId)
  if (!member) throw new AppError('members.notFound', { field: 'userId' })
  const { id: memberId, orgCode } = member
  const now = deps.clock()
  requireActiveMember(member, now)
  ctx.changesStore(orgCode)
  const taken = await takeValue(trx, { orgCode, code, now, member: memberId, use: ctx.key })
  const cause = await causeOf(deps, ctx, { kind: 'coupon', id: ctx.key, orgCode })
  const [posted] = await post(trx, cause, [{ account: 'give', member: memberId, delta: taken.value }])
  ctx.touched({ id: taken.id, before: { codeState: 'unused' }, after: { codeState: 'used', userId: memberId } })
  ctx.afterCommit(() => deps.realtime.publish({ topic: 'wallets', orgCode }))
  return {
    code: taken.code,
    couponName: taken.name,
    couponValue: fromMinor(taken.value),
    userId: memberId,
    give: fromMinor(posted?.after ?? 0),
  }
}
