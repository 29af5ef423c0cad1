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

/** What a counter sells: a recharge, or a card. */
export type Offer =
  | { kind: 'recharge'; rule: RechargeRule & { projectType_dictText?: string | null } }
  | { kind: 'card'; rule: PlayCardRule & { projectType_dictText?: string | null } }

/** What is paid for it; null while somebody has still to name an amount. */
export function priceOf(offer: Offer, amount: number | null): Minor | null {
  if (offer.kind === 'card') return toMinor(offer.rule.price)
  if (offer.rule.amountType === 'fixed') return toMinor(offer.rule.price)
  return amount === null ? null : toMinor(amount)
}

/** A wallet that gains something: what it has, what it gets, and what it has then. */
export interface GainRow {
  name: TextKey
  project: string
  isMoney: boolean
  before: number
  gain: number
  after: number
}

/** What becomes of a member by an offer; `until` is the last day of what it gives, null for ever. */
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

/** What a member has of a wallet now; somebody new has nothing. */
function heldIn(member: Member | null, account: keyof typeof names, project: string): number {
  if (!member) return 0
  if (account === 'frequency') return projectOf(member, project)?.frequency ?? 0
  if (account === 'laps') return member.laps
  return account === 'integral' ? member.integral : toMinor(member[account])
}

/** The unlimited card of a project that a member has, as the rules of cards see it. */
function heldCard(member: Member | null, projectType: string): PlayCard | null {
  const project = projectOf(member, projectType)
  if (!project) return null
  const { changwanName: name, changWanEndTime, changwanCount: uses } = project
  return { name, uses, issued: uses, until: changWanEndTime === null ? null : fromWireTime(changWanEndTime) }
}

/** What an offer gives a member for what is paid, as the server will reckon it. */
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

/** Why an offer cannot be sold as things stand; null where it can. */
export function offerRefusal(
  offer: Offer,
  amount: number | null,
  member: Member | null,
  now: Date,
): RechargeRefusal | null {
  if (offer.kind === 'card') return cardRefusal(heldCard(member, offer.rule.projectType), offer.rule, now)
  return amountRefusal(offer.rule, offer.rule.amountType === 'custom' && amount !== null ? toMinor(amount) : null)
}
