import { formatMinor, type Minor, toMinor } from '#shared/core/money.ts'
import type { Identity } from '#shared/features/access/access.schema.ts'
import { type CouponDiscount, couponDiscount } from '#shared/features/coupons/coupon-discount.calc.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { ConsumeType, OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'
import { levelDiscount, ruleFor } from '#shared/features/rules/price.calc.ts'
import { type ChargeOrder, chargedPeople, splitBalance } from '#shared/features/sessions/charge.calc.ts'
import { type HeldValue, holdOf } from '#shared/features/sessions/hold.calc.ts'
import type { PlayRecord } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'

/** Whether the record may be settled: a pending one (spec §4), and an escaped one by managers of the store. */
export const canSettle = ({ playState }: Pick<PlayRecord, 'playState'>, manages: boolean): boolean =>
  playState === 'PENDING' || (playState === 'ESCAPED' && manages)

/** Whether a recharge can be linked: only to an unpaid trial of a walk-in. */
export const canLink = (record: Pick<PlayRecord, 'playState' | 'consumeType' | 'userId'>, manages: boolean): boolean =>
  canSettle(record, manages) && record.consumeType === 'NOCARDCONSUME' && !record.userId

/** Whether the identity may settle escaped records: platform, headquarters, store managers. */
export const managesStores = (identity: Identity | undefined): boolean =>
  identity === '-1' || identity === '0' || identity === '1'

/** Whether it is settled as a walk-in: cash, pay code or coupon. */
export const paysAsGuest = ({ consumeType }: Pick<PlayRecord, 'consumeType'>): boolean =>
  consumeType === 'NOCARDCONSUME' || consumeType === 'GROUPCOUPON'

/** The label of the settle button. */
export const settleLabel = (record: Pick<PlayRecord, 'consumeType'>): TextKey =>
  paysAsGuest(record) ? 'settle.action' : 'records.deduct'

/** Whether it is settled from a member's wallets. */
export const takesMoney = ({ consumeType }: Pick<PlayRecord, 'consumeType'>): boolean =>
  consumeType === 'GIFT' || moneyTypes.includes(consumeType)

/** Only a pending ride can be edited. */
export const canEdit = (record: Pick<PlayRecord, 'playState'>): boolean => record.playState === 'PENDING'

/** Only a pending ride can be deleted. */
export const canDelete = (record: Pick<PlayRecord, 'playState'>): boolean => record.playState === 'PENDING'

/** The price for a member: as agreed at the start, or with the level discount of another member who pays. */
export function priceFor(record: PlayRecord, member: Pick<Member, 'id'>, percent: number): Minor {
  const agreed = toMinor(record.price)
  if (record.userId === member.id || record.levelDiscount === 'NO') return agreed
  const times = chargedPeople(record.priceMode, record.people)
  const full = (agreed + toMinor(record.discount)) / times
  return (full - levelDiscount(full, percent)) * times
}

/**
 * The price of a record with a discount coupon, which replaces the discount of the payer's level. Where it takes off no more than that, the
 * price stays and the server refuses the coupon.
 */
export function couponedPrice(
  record: Pick<PlayRecord, 'price' | 'discount'>,
  /* For the payer, with the discount of the level. */
  agreed: Minor,
  coupon: CouponDiscount,
): Minor {
  const full = toMinor(record.price) + toMinor(record.discount)
  return Math.min(agreed, full - couponDiscount(coupon, full))
}

/** What deducting a record takes from a member and leaves, or the shortage. */
export type Deduction =
  | { covered: true; balance: Minor; give: Minor; rest: Minor }
  | { covered: false; needed: string; available: string }

/**
 * `after` is what the member can still spend: paid and gift balance without the holds of other pending rides. The hold
 * of this record counts as available. The server decides; this is only a preview.
 */
export function deductionOf(
  record: PlayRecord,
  member: Member,
  order: ChargeOrder,
  /* What the record holds, where a coupon lowers its price. */
  hold: Minor = toMinor(record.price),
): Deduction {
  const price = toMinor(record.price)
  const balance = toMinor(member.balance)
  const give = toMinor(member.give)
  if (record.consumeType === 'GIFT') return giftDeductionOf(record, member)
  const held = balance + give - toMinor(member.availableBalance)
  const own = record.userId === member.id && held >= hold ? hold : 0
  const available = balance + give - held + own
  const parts = price > available ? null : splitBalance(price, balance, give, order)
  if (!parts) return { covered: false, needed: formatMinor(price), available: formatMinor(available) }
  return { covered: true, balance: parts.balance, give: parts.give, rest: available - price }
}

/** The same by the gift balance alone; the hold of this record may be a part of it. */
function giftDeductionOf(record: PlayRecord, member: Member): Deduction {
  const price = toMinor(record.price)
  const free = toMinor(member.availableGive ?? 0)
  const own = record.userId === member.id && toMinor(member.give) - free >= price ? price : 0
  const available = free + own
  if (price > available) return { covered: false, needed: formatMinor(price), available: formatMinor(available) }
  return { covered: true, balance: 0, give: price, rest: available - price }
}

/** What a record takes from a wallet other than money, and what remains. */
interface Taken {
  wallet: 'integral' | 'laps' | 'coins'
  amount: number
  rest: number
}

/** What a deduction takes from points, laps and coins; this record's own hold counts as available. */
export function takenOf(record: PlayRecord, member: Member): Taken[] {
  const wallets = [
    { wallet: 'integral', amount: record.integral, value: member.integral, free: member.availableIntegral },
    { wallet: 'laps', amount: lapsOf(record), value: member.laps, free: member.availableQuan },
    { wallet: 'coins', amount: record.coins, value: member.coins, free: member.availableCoins },
  ] as const
  return wallets
    .filter(({ amount }) => amount > 0)
    .map(({ wallet, amount, value, free }) => {
      const own = record.userId === member.id && value - free >= amount ? amount : 0
      return { wallet, amount, rest: free + own - amount }
    })
}

/** The laps that it takes from the wallet; a record has one vehicle. */
const lapsOf = ({ consumeType, countCycleNumber }: PlayRecord): number =>
  consumeType === 'QUAN' ? countCycleNumber : 0

/** All costs of a record by wallet, money first, without zeros. */
export function costOf(
  record: PlayRecord,
): { wallet: 'money' | 'integral' | 'laps' | 'coins' | 'frequency'; amount: number }[] {
  const parts = [
    { wallet: 'money', amount: record.price },
    { wallet: 'integral', amount: record.integral },
    { wallet: 'laps', amount: lapsOf(record) },
    { wallet: 'coins', amount: record.coins },
    { wallet: 'frequency', amount: record.frequency },
  ] as const
  const taken = parts.filter(({ amount }) => amount > 0)
  return taken.length > 0 ? taken : [parts[0]]
}

/** What an order holds in a member's wallets, before and after a change of its rule. */
export interface HoldChange {
  wallet: keyof HeldValue
  before: number
  after: number
}

/** The wallets whose hold changes with the rule; empty without a member. */
export function holdChanges(record: PlayRecord, offered: OfferedRule): HoldChange[] {
  if (!record.userId) return []
  const after = ruleFor(offered, record)
  // The price agreed at the start applies.
  const had: HeldValue = {
    money: moneyTypes.includes(record.consumeType) ? toMinor(record.price) : 0,
    integral: record.integral,
    laps: lapsOf(record),
    coins: record.coins,
    give: record.consumeType === 'GIFT' ? toMinor(record.price) : 0,
  }
  const needed = after.id === record.ruleId ? had : holdOf(after, record.people)
  return (['money', 'integral', 'laps', 'coins', 'give'] as const)
    .map((wallet) => ({ wallet, before: had[wallet], after: needed[wallet] }))
    .filter((change) => change.before > 0 || change.after > 0)
}

const moneyTypes: readonly ConsumeType[] = ['BALANCE', 'BALANCEANDINTEGRAL']

/** The price of an order by another rule, formatted as in its list. */
export const priceBy = (rule: OfferedRule, record: Pick<PlayRecord, 'memberLevel' | 'people'>): Minor =>
  toMinor(ruleFor(rule, record).price) * chargedPeople(rule.priceMode, record.people)
