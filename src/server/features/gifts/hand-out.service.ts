import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { causeOf, post } from '#server/features/ledger/index.ts'
import {
  currentMember,
  enteredPasswordHash,
  lockMember,
  type MemberRow,
  requireActiveMember,
} from '#server/features/members/index.ts'
import { changeStock } from '#server/features/stock/index.ts'
import { AppError } from '#shared/core/errors.ts'
import type { FreeGift, HandedOut, Purchase } from '#shared/features/gifts/gifts.contract.ts'
import { GIFTS_PLACE, type GiftRow, giftItem, giftTable, lockGift } from './gifts.repository.ts'

/** An active gift of the store. Throws `common.recordNotFound` or `gifts.inactive`. */
async function requireActiveGift(deps: Deps, ctx: CallContext, trx: Transaction, id: string): Promise<GiftRow> {
  const gift = await lockGift(deps, trx, ctx, id)
  if (gift.isActive !== 'YES') throw new AppError('gifts.inactive', { gift: gift.giftName })
  return gift
}

/** A locked member of the gift's store. Throws `members.notFound` or `gifts.otherStore`. */
async function lockRecipient(trx: Transaction, userId: string, { sysOrgCode }: GiftRow): Promise<MemberRow> {
  const found = await currentMember(trx, userId)
  const member = await lockMember(trx, found?.id ?? userId)
  if (member.orgCode !== sysOrgCode) throw new AppError('gifts.otherStore', { field: 'userId' })
  return member
}

/**
 * A member buys a gift by points: the points are taken, the stock is taken and the hand-out is recorded, all or none. Throws `gifts.*`,
 * `members.*`, `wallets.integralShort` and `stock.short`.
 */
export async function buyGift(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, userId, count }: Purchase,
): Promise<HandedOut & { integral: number }> {
  const gift = await requireActiveGift(deps, ctx, trx, id)
  if (gift.giftMode !== 'points' || gift.integral === 0) {
    throw new AppError('gifts.notForPoints', { gift: gift.giftName })
  }
  const member = await lockRecipient(trx, userId, gift)
  requireActiveMember(member, deps.clock())
  if (member.consumePassword !== null && member.consumePassword !== enteredPasswordHash(ctx)) {
    throw new AppError('members.passwordRequired', { field: 'password' })
  }
  const cause = await causeOf(deps, ctx, { kind: 'gift', id: ctx.key, orgCode: gift.sysOrgCode })
  const [points] = await post(trx, cause, [{ account: 'integral', member: member.id, delta: -gift.integral * count }])
  const { stockLineId, stock } = await changeStock(
    deps,
    ctx,
    trx,
    [{ item: giftItem(gift), kind: 'handOut', delta: -count, handedFor: 'points', memberId: member.id }],
    GIFTS_PLACE,
  )
  ctx.afterCommit(() => deps.realtime.publish({ topic: 'wallets', orgCode: gift.sysOrgCode }))
  return { stockLineId, stock, integral: points?.after ?? 0 }
}

interface CouponGift {
  orgCode: string
  giftId: string
  count: number
  /** Null: the bearer of the code. */
  memberId: string | null
}

/** Hands out the gift of a coupon whose code the caller has just used. Throws `gifts.inactive` and `stock.short`. */
export async function handOutForCoupon(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { orgCode, giftId, count, memberId }: CouponGift,
): Promise<{ giftName: string; stock: number }> {
  const { giftName, isActive } = await giftTable.get(trx, giftId)
  if (isActive !== 'YES') throw new AppError('gifts.inactive', { gift: giftName })
  const { stock } = await changeStock(
    deps,
    ctx,
    trx,
    [
      {
        item: { kind: 'gift', id: giftId, orgCode, name: giftName },
        kind: 'handOut',
        delta: -count,
        handedFor: 'coupon',
        memberId,
      },
    ],
    GIFTS_PLACE,
  )
  return { giftName, stock }
}

/** Hands a gift out for nothing. Throws `gifts.*`, `members.notFound` and `stock.short`. */
export async function giveGift(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, count, userId, recipient, reason }: FreeGift,
): Promise<HandedOut> {
  const gift = await requireActiveGift(deps, ctx, trx, id)
  const memberId = userId === '' ? null : (await lockRecipient(trx, userId, gift)).id
  const { stockLineId, stock } = await changeStock(
    deps,
    ctx,
    trx,
    [{ item: giftItem(gift), kind: 'handOut', delta: -count, handedFor: 'free', memberId, recipient, reason }],
    GIFTS_PLACE,
  )
  return { stockLineId, stock }
}
