import { type Minor, toMinor } from '#shared/core/money.ts'
import { businessDay, fromWireTime } from '#shared/core/time.ts'
import type { Member, MemberProject } from '#shared/features/members/members.contract.ts'
import {
  amountRefusal,
  cardAfter,
  cardRefusal,
  gainLines,
  type PlayCard,
  type RechargeRefusal,
} from '#shared/features/recharge/recharge.calc.ts'
import type { PlayCardRule } from '#shared/features/rules/play-card-rules.contract.ts'
import { rechargeOutcome } from '#shared/features/rules/recharge-rules.calc.ts'
import type { RechargeRule } from '#shared/features/rules/recharge-rules.contract.ts'
import type { StoreClock } from '#shared/features/wallets/validity.calc.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'

/** An offer: a recharge or a card. */
export type Offer =
  | { kind: 'recharge'; rule: RechargeRule & { projectType_dictText?: string | null } }
  | { kind: 'card'; rule: PlayCardRule & { projectType_dictText?: string | null } }

/** The price; null while a free amount is not entered. */
export function priceOf(offer: Offer, amount: number | null): Minor | null {
  if (offer.kind === 'card') return toMinor(offer.rule.price)
  if (offer.rule.amountType === 'fixed') return toMinor(offer.rule.price)
  return amount === null ? null : toMinor(amount)
}

/** A wallet that gains: value before, gain, value after. */
export interface GainRow {
  name: TextKey
  project: string
  isMoney: boolean
  before: number
  gain: number
  after: number
}

/** The effect of an offer on a member; `until` is the last day of its value, null without end. */
export interface Outlook {
  rows: GainRow[]
  until: string | null
  card: { name: string; until: Date | null; uses: number; isLonger: boolean } | null
  level: string
}

const names = {
  balance: 'wallet.balance',
  give: 'wallet.give',
  integral: 'wallet.integral',
  laps: 'wallet.laps',
  frequency: 'wallet.frequency',
} as const satisfies Record<string, TextKey>

const projectOf = (member: Member | null, projectType: string): MemberProject | undefined =>
  member?.projects.find((project) => project.projectType === projectType)

/** The value of a wallet now; zero for a new member. */
function heldIn(member: Member | null, account: keyof typeof names, project: string): number {
  if (!member) return 0
  if (account === 'frequency') return projectOf(member, project)?.frequency ?? 0
  if (account === 'laps') return member.laps
  return account === 'integral' ? member.integral : toMinor(member[account])
}

/** A member's unlimited card of a project, as the card rules need it. */
function heldCard(member: Member | null, projectType: string): PlayCard | null {
  const project = projectOf(member, projectType)
  if (!project) return null
  const { changwanName: name, changWanEndTime, changwanCount: uses } = project
  return { name, uses, issued: uses, until: changWanEndTime === null ? null : fromWireTime(changWanEndTime) }
}

/** What an offer gives for its price, as the server computes it. */
export function outlookOf(offer: Offer, amount: number | null, member: Member | null, clock: StoreClock): Outlook {
  if (offer.kind === 'card') {
    const held = heldCard(member, offer.rule.projectType)
    const { name, until, uses } = cardAfter(held, offer.rule, clock)
    const alone = cardAfter(null, offer.rule, clock)
    const isLonger = uses !== alone.uses || until?.getTime() !== alone.until?.getTime()
    return { rows: [], until: null, card: { name, until, uses, isLonger }, level: '' }
  }
  const { rule } = offer
  const today = businessDay(clock.now, clock.timeZone, clock.dayStartHour)
  const fields = {
    ...rule,
    validDate: rule.validDate ?? '',
    limitBegin: rule.limitBegin ?? '',
    limitEnd: rule.limitEnd ?? '',
  }
  const outcome = rechargeOutcome(fields, today, priceOf(offer, amount) ?? 0)
  const rows = gainLines(outcome, rule.projectType).map(({ account, project, delta }) => {
    const before = heldIn(member, account, project)
    const isMoney = account === 'balance' || account === 'give'
    return { name: names[account], project, isMoney, before, gain: delta, after: before + delta }
  })
  return { rows, until: outcome.validUntil, card: null, level: rule.memberLevel }
}

/** Why an offer cannot be sold now; null where it can. */
export function offerRefusal(
  offer: Offer,
  amount: number | null,
  member: Member | null,
  now: Date,
): RechargeRefusal | null {
  if (offer.kind === 'card') return cardRefusal(heldCard(member, offer.rule.projectType), offer.rule, now)
  return amountRefusal(offer.rule, offer.rule.amountType === 'custom' && amount !== null ? toMinor(amount) : null)
}
