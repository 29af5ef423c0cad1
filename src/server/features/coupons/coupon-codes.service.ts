import { toAppError } from '#server/core/http/database-errors.ts'
import { listRules } from '#server/core/lists/list-rules.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { handOutForCoupon } from '#server/features/gifts/index.ts'
import { causeOf, post } from '#server/features/ledger/index.ts'
import { currentMember, requireActiveMember } from '#server/features/members/index.ts'
import { withGiftNames } from '#server/features/rules/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { formatMinor, fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import { couponCodeResource, type ShownCoupon } from '#shared/features/coupons/coupon-codes.contract.ts'
import {
  type CodeRow,
  codesOfMember,
  couponCodeTable,
  isVoidBy,
  reverseRedemption,
  takeCode,
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
  const [found] = await named(trx, [await usableCode(trx, { orgCode, code, now: deps.clock() })])
  if (!found) throw new AppError('coupons.notFound', { field: 'code' })
  return toShown(found)
}

/** The codes of a member, under all numbers, that can be used now. Throws `members.notFound`. */
export async function couponsOfMember(deps: Deps, trx: Transaction, userId: string): Promise<ShownCoupon[]> {
  const member = await currentMember(trx, userId)
  if (!member) throw new AppError('members.notFound', { field: 'userId' })
  const codes = await codesOfMember(trx, { member: member.id, orgCode: member.orgCode, now: deps.clock() })
  return (await named(trx, codes)).map(toShown)
}

const named = async (trx: Transaction, codes: readonly CodeRow[]) =>
  withGiftNames(
    trx,
    (await withRuleNames(trx, codes)).map((code) => ({ ...code, giftName: '' })),
  )

const toShown = (row: CodeRow & { ruleNames: string; giftName: string }): ShownCoupon => ({
  code: row.code,
  couponName: row.name,
  couponKind: row.kind,
  couponValue: fromMinor(row.value),
  couponPercent: row.percent,
  ruleIds: row.ruleIds,
  ruleNames: row.ruleNames,
  giftName: row.giftName,
  giftCount: row.giftCount,
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
  const taken = await takeCode(trx, 'value', { orgCode, code, now, member: memberId, use: ctx.key })
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

/** The kind of members in the audit trail. */
const MEMBER_KIND = '/membermanage/sysMemberManage'

const SPENT = /^(wallets\.\w+Short|ledger\.lotShort)$/

/**
 * Reverses the redemption of a value. Throws `couponCodes.notRedeemed`, or `couponCodes.spent` where a part of the value is gone or held.
 */
export async function reverseCoupon(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, reason }: { id: string; reason: string },
): Promise<null> {
  await listRules(deps, couponCodeResource, couponCodeTable).requireListed(trx, [id], ctx)
  const { user } = ctx
  const call = {
    id: ctx.key,
    codeId: id,
    reason,
    operatorId: user.id,
    operatorName: user.realname,
    terminalId: await ctx.terminal(),
    now: deps.clock(),
  }
  const { orgCode, memberId, code } = await reverseRedemption(trx, call).catch((error: unknown) => {
    const appError = toAppError(error)
    if (!appError || !SPENT.test(appError.code)) throw appError ?? error
    const { needed, available } = appError.details
    const [value, left] = [needed, available].map((amount) => formatMinor(Number(amount)))
    throw new AppError('couponCodes.spent', { field: 'id', value, left })
  })
  ctx.changesStore(orgCode)
  ctx.touched({ id, before: { codeState: 'used', userId: memberId }, after: { codeState: 'unused', reason } })
  ctx.touched({ id: memberId, kind: MEMBER_KIND, after: { couponReversed: code } })
  ctx.afterCommit(() => deps.realtime.publish({ topic: 'wallets', orgCode }))
  return null
}

/**
 * Hands out the gift that a code is good for. The call's key is the use of the code and the cause of the stock line, so that a repeat
 * hands out nothing. Throws `members.notFound`, `coupons.notFound`, why the code cannot be used, `gifts.inactive` and `stock.short`.
 */
export async function fetchCouponGift(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { code, userId }: { code: string; userId: string },
) {
  const member = userId === '' ? null : await currentMember(trx, userId)
  if (userId !== '' && !member) throw new AppError('members.notFound', { field: 'userId' })
  const orgCode = member?.orgCode ?? ctx.user.orgCode
  const now = deps.clock()
  if (member) requireActiveMember(member, now)
  ctx.changesStore(orgCode)
  const taken = await takeCode(trx, 'gift', { orgCode, code, now, member: member?.id ?? null, use: ctx.key })
  const { id, name, giftId, giftCount } = taken
  const { giftName, stock } = await handOutForCoupon(deps, ctx, trx, {
    orgCode,
    giftId,
    count: giftCount,
    memberId: member?.id ?? null,
  })
  ctx.touched({ id, before: { codeState: 'unused' }, after: { codeState: 'used', userId, giftName, giftCount } })
  return { code: taken.code, couponName: name, giftName, giftCount, stock }
}
