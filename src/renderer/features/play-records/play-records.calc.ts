import { formatMinor, type Minor, toMinor } from '#shared/core/money.ts'
import type { Identity } from '#shared/features/access/access.schema.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { ConsumeType, OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'
import { levelDiscount, ruleFor } from '#shared/features/rules/price.calc.ts'
import { type ChargeOrder, chargedPeople, splitBalance } from '#shared/features/sessions/charge.calc.ts'
import { type HeldValue, holdOf } from '#shared/features/sessions/hold.calc.ts'
import type { PlayRecord } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'

/** Only a hung order can be handled (spec §4); one that has escaped by those who manage a store. */
export const canSettle = ({ playState }: Pick<PlayRecord, 'playState'>, manages: boolean): boolean =>
  playState === 'GUADAN' || (playState === 'ESCAPED' && manages)

/** Whether a recharge can be linked: to a guest's trial that nobody has paid for. */
export const canLink = (record: Pick<PlayRecord, 'playState' | 'consumeType' | 'userId'>, manages: boolean): boolean =>
  canSettle(record, manages) && record.consumeType === 'NOCARDCONSUME' && !record.userId

/** Who may settle what has escaped: the platform, headquarters, managers of a store. */
export const managesStores = (identity: Identity | undefined): boolean =>
  identity === '-1' || identity === '0' || identity === '1'

/** Whether a guest without a card settles it: cash, a pay code, a coupon. */
export const paysAsGuest = ({ consumeType }: Pick<PlayRecord, 'consumeType'>): boolean =>
  consumeType === 'NOCARDCONSUME' || consumeType === 'GROUPCOUPON'

/** What the button that settles it says. */
export const settleWord = (record: Pick<PlayRecord, 'consumeType'>): TextKey =>
  paysAsGuest(record) ? 'settle.action' : 'records.deduct'

/** Whether it is settled from the money of a member. */
export const takesMoney = ({ consumeType }: Pick<PlayRecord, 'consumeType'>): boolean =>
  moneyTypes.includes(consumeType)

/** Only a hung order can be changed: what is settled is as it was. */
export const canEdit = (record: Pick<PlayRecord, 'playState'>): boolean => record.playState === 'GUADAN'

/** Only a hung order can be deleted: a settled one stays. */
export const canDelete = (record: Pick<PlayRecord, 'playState'>): boolean => record.playState === 'GUADAN'

/** The numbers that a customer may come with: of the server, and of a ticket that a terminal printed by itself. */
export const ticketsOf = ({ ticketNo, terminalTicket }: Pick<PlayRecord, 'ticketNo' | 'terminalTicket'>): string =>
  terminalTicket === '' || terminalTicket === ticketNo ? ticketNo : `${ticketNo} / ${terminalTicket}`

/**
 * What a record costs a member: what was agreed at the start, or by the level of another one who pays, which takes off so many percent.
 */
export function priceFor(record: PlayRecord, member: Pick<Member, 'id'>, percent: number): Minor {
  const agreed = toMinor(record.price)
  if (record.userId === member.id || record.levelDiscount === 'NO') return agreed
  const times = chargedPeople(record.muiltMode, record.people)
  const full = (agreed + toMinor(record.discount)) / times
  return (full - levelDiscount(full, percent)) * times
}

/** What deducting a record takes from a member and leaves, or by how much the wallets fall short. */
export type Deduction =
  | { covered: true; balance: Minor; give: Minor; rest: Minor }
  | { covered: false; needed: string; available: string }

/**
 * What remains is what the member can still spend: paid and gift, less what other open orders hold. The price that this
 * very record holds counts as available for it: the deduction captures it.
 *
 * The server decides; this only shows what it will do.
 */
export function deductionOf(record: PlayRecord, member: Member, order: ChargeOrder): Deduction {
  const price = toMinor(record.price)
  const balance = toMinor(member.balance)
  const give = toMinor(member.give)
  const held = balance + give - toMinor(member.availableBalance)
  const own = record.userId === member.id && held >= price ? price : 0
  const available = balance + give - held + own
  const parts = price > available ? null : splitBalance(price, balance, give, order)
  if (!parts) return { covered: false, needed: formatMinor(price), available: formatMinor(available) }
  return { covered: true, balance: parts.balance, give: parts.give, rest: available - price }
}

/** What a record takes of a wallet other than money, and what the member has of it afterwards. */
interface Taken {
  wallet: 'integral' | 'laps'
  amount: number
  rest: number
}

/** What a deduction takes of points and laps; what this very record holds of them counts as available for it. */
export function takenOf(record: PlayRecord, member: Member): Taken[] {
  const wallets = [
    { wallet: 'integral', amount: record.integral, value: member.integral, free: member.availableIntegral },
    { wallet: 'laps', amount: lapsOf(record), value: member.laps, free: member.availableQuan },
  ] as const
  return wallets
    .filter(({ amount }) => amount > 0)
    .map(({ wallet, amount, value, free }) => {
      const own = record.userId === member.id && value - free >= amount ? amount : 0
      return { wallet, amount, rest: free + own - amount }
    })
}

/** Laps that it takes of a lap card: a record has one vehicle. */
const lapsOf = ({ consumeType, countCycleNumber }: PlayRecord): number =>
  consumeType === 'QUAN' ? countCycleNumber : 0

/** Everything that a record costs, in the words of its wallets: money first, nothing that it does not take. */
export function costOf(record: PlayRecord): { wallet: 'money' | 'integral' | 'laps' | 'frequency'; amount: number }[] {
  const parts = [
    { wallet: 'money', amount: record.price },
    { wallet: 'integral', amount: record.integral },
    { wallet: 'laps', amount: lapsOf(record) },
    { wallet: 'frequency', amount: record.frequency },
  ] as const
  const taken = parts.filter(({ amount }) => amount > 0)
  return taken.length > 0 ? taken : [parts[0]]
}

/** What an order reserves of a member's wallets, before a change of its rule and after it. */
export interface HoldChange {
  wallet: keyof HeldValue
  before: number
  after: number
}

/** Wallets of which a change of the rule reserves more or less; nothing where the order has no member. */
export function holdChanges(record: PlayRecord, offered: OfferedRule): HoldChange[] {
  if (!record.userId) return []
  const after = ruleFor(offered, record)
  // What was agreed at the start counts.
  const had: HeldValue = {
    money: takesMoney(record) ? toMinor(record.price) : 0,
    integral: record.integral,
    laps: lapsOf(record),
  }
  const wanted = after.id === record.ruleId ? had : holdOf(after, record.people)
  return (['money', 'integral', 'laps'] as const)
    .map((wallet) => ({ wallet, before: had[wallet], after: wanted[wallet] }))
    .filter((change) => change.before > 0 || change.after > 0)
}

const moneyTypes: readonly ConsumeType[] = ['BALANCE', 'BALANCEANDINTEGRAL']

/** What an order costs by another rule, as its list says it. */
export const priceBy = (rule: OfferedRule, record: Pick<PlayRecord, 'memberLevel' | 'people'>): Minor =>
  toMinor(ruleFor(rule, record).price) * chargedPeople(rule.muiltMode, record.people)
