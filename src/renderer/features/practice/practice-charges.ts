import type { Catalogue, ChargeFields } from '#renderer/platform/platform.ts'
import { AppError } from '#shared/core/errors.ts'
import { formatMinor, fromMinor, toMinor } from '#shared/core/money.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'
import { chargedPeople } from '#shared/features/sessions/charge.calc.ts'
import type { ChargeLine, ChargeQuote, OrderPayMode } from '#shared/features/sessions/charge.schema.ts'
import {
  chargeLines,
  depositOf,
  isPaidByMember,
  type PlannedLine,
  payModeOf,
  peopleOnVehicles,
  pricedOf,
  priceOf,
} from '#shared/features/sessions/charge-lines.calc.ts'
import { emptyPreview, spendableOf } from '#shared/features/sessions/charge-preview.calc.ts'

/** A requested charge with the data of the practice venue. */
export interface PracticeCharge {
  /** The rule with the member's level price. */
  rule: OfferedRule
  /** The level discount on one charge. */
  discount: number
  /** The member as shown at the counter: without holds. */
  member: Member | null
  fields: Pick<ChargeFields, 'people' | 'vehicleId' | 'consumePayMode'>
  order: Catalogue['store']['chargeOrder']
}

/** The result of a charge: payment mode and ledger lines. */
export interface PracticePlan {
  payMode: OrderPayMode
  amount: number
  discount: number
  deposit: number
  lines: PlannedLine[]
}

const vehiclesOf = (fields: PracticeCharge['fields']): string[] => fields.vehicleId.split(',').filter(Boolean)

/** Computes a charge with the shared calculations. Throws the `AppError` that the server would return. */
export function planCharge(charge: PracticeCharge): PracticePlan {
  const { rule, member, fields, order } = charge
  const priced = pricedOf(rule, toMinor(rule.couponValue))
  if (isPaidByMember(priced.consumeType) && !member) throw new AppError('counter.memberFirst', { field: 'userId' })
  const { people } = fields
  const payMode = payModeOf(priced, people, fields.consumePayMode)
  const vehicles = Math.max(1, vehiclesOf(fields).length)
  const has = member ? spendableOf(member, Date.now()).has : emptyPreview.has
  const lines = chargeLines(priced, { people, vehicles, order, payMode }, has)
  if (!Array.isArray(lines)) {
    const isMoney = lines.code === 'members.insufficientBalance'
    const show = (value: number) => (isMoney ? formatMinor(value) : String(value))
    throw new AppError(lines.code, { needed: show(lines.needed), available: show(lines.available) })
  }
  const discount = charge.discount * chargedPeople(priced.priceMode, people)
  return { payMode, amount: priceOf(priced, people), discount, deposit: depositOf(priced), lines }
}

const wallets = ['balance', 'give', 'integral', 'laps', 'coins', 'frequency'] as const
type Wallet = (typeof wallets)[number]
const isWallet = (account: string): account is Wallet => wallets.some((wallet) => wallet === account)

const heldIn = (member: Member, wallet: Wallet): number =>
  ({
    balance: toMinor(member.balance),
    give: toMinor(member.give),
    integral: member.integral,
    laps: member.laps,
    coins: member.coins,
    frequency: member.frequency,
  })[wallet]

const isMoney = (account: string): boolean => !['integral', 'laps', 'coins', 'frequency', 'unlimited'].includes(account)

/** The lines as in the server's answer. */
export const shownLines = ({ lines }: PracticePlan, member: Member | null): ChargeLine[] =>
  lines.map(({ account, project, delta }) => {
    const show = (value: number) => (isMoney(account) ? fromMinor(value) : value)
    const before = member && isWallet(account) ? heldIn(member, account) : null
    return {
      account,
      projectType: project,
      projectType_dictText: '',
      amount: show(Math.abs(delta)),
      before: before === null ? null : show(before),
      after: before === null ? null : show(before + delta),
      lots: [],
    }
  })

export const quoteOf = (charge: PracticeCharge): ChargeQuote => {
  const plan = planCharge(charge)
  return {
    consumeType: charge.rule.consumeTypeRole,
    payMode: plan.payMode,
    amount: fromMinor(plan.amount),
    discount: fromMinor(plan.discount),
    deposit: fromMinor(plan.deposit),
    lines: shownLines(plan, charge.member),
    spendable: null,
    refusal: null,
    passwordRequired: false,
    bracelets: 0,
  }
}

/** Applies the plan to the member's wallets. */
export function takeFrom(member: Member, { lines }: PracticePlan): void {
  for (const { account, delta } of lines) {
    if (account === 'balance') member.balance = fromMinor(toMinor(member.balance) + delta)
    if (account === 'give') member.give = fromMinor(toMinor(member.give) + delta)
    if (account === 'integral') member.integral += delta
    if (account === 'coins') member.coins += delta
    if (account === 'laps') member.laps += delta
    if (account === 'frequency') member.frequency += delta
  }
}

/** Returns what a plan took from the member's wallets. */
export const giveBack = (member: Member, plan: PracticePlan): void =>
  takeFrom(member, { ...plan, lines: plan.lines.map((line) => ({ ...line, delta: -line.delta })) })

/** The rides of a charge: people per vehicle; without a vehicle when queued for any. */
export function ridesOf(
  fields: PracticeCharge['fields'],
  seatsOf: (vehicleId: string) => number,
): { vehicleId: string; people: number }[] {
  const ids = vehiclesOf(fields)
  if (ids.length === 0) return [{ vehicleId: '', people: fields.people }]
  const spread = peopleOnVehicles(fields.people, ids.map(seatsOf))
  return ids.map((vehicleId, index) => ({ vehicleId, people: spread?.[index] ?? 1 }))
}
