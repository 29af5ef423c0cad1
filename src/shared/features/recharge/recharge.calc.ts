import type { ErrorCode, ErrorDetails } from '#shared/core/errors.ts'
import { formatMinor, type Minor, toMinor } from '#shared/core/money.ts'
import { businessDay } from '#shared/core/time.ts'
import type { PlayCardRuleFields } from '#shared/features/rules/play-card-rules.contract.ts'
import type { RechargeOutcome } from '#shared/features/rules/recharge-rules.calc.ts'
import type { RechargeRuleFields } from '#shared/features/rules/recharge-rules.contract.ts'
import { UNLIMITED } from '#shared/features/rules/rules.schema.ts'
import { endAfter, endOfDay, lastDayBought, type StoreClock } from '#shared/features/wallets/validity.calc.ts'

export interface RechargeRefusal {
  code: Extract<ErrorCode, `recharge.${string}`>
  details: ErrorDetails & { field: string }
}

/** Gain of a wallet; money in fen. */
export interface GainLine {
  account: 'balance' | 'give' | 'integral' | 'laps' | 'frequency'
  /** Project of visits; empty for other wallets. */
  project: string
  delta: number
}

/** Returns what a recharge adds to each wallet. Gifts never become part of the paid balance. */
export function gainLines(
  { balance, give, integral, frequency, laps }: Omit<RechargeOutcome, 'pays' | 'validUntil'>,
  project: string,
): GainLine[] {
  const lines: GainLine[] = [
    { account: 'balance', project: '', delta: balance },
    { account: 'give', project: '', delta: give },
    { account: 'integral', project: '', delta: integral },
    { account: 'laps', project: '', delta: laps },
    { account: 'frequency', project, delta: frequency },
  ]
  return lines.filter(({ delta }) => delta > 0)
}

type Priced = Pick<RechargeRuleFields, 'amountType' | 'recharge' | 'price'>

/** Returns why a rule is not sold for this amount, or null if it is. */
export function amountRefusal(rule: Priced, amount: Minor | null): RechargeRefusal | null {
  if (rule.amountType === 'fixed') return priceRefusal(toMinor(rule.price), amount)
  if (amount === null || amount === 0) return { code: 'recharge.amountNeeded', details: { field: 'amount' } }
  const minAmount = toMinor(rule.recharge)
  if (amount >= minAmount) return null
  return { code: 'recharge.amountTooLow', details: { field: 'amount', least: formatMinor(minAmount) } }
}

/** Returns a refusal if the price shown to the customer has changed; null if none was sent or it matches. */
export function priceRefusal(price: Minor, statedAmount: Minor | null): RechargeRefusal | null {
  if (statedAmount === null || statedAmount === price) return null
  return { code: 'recharge.priceChanged', details: { field: 'amount', price: formatMinor(price) } }
}

/** An unlimited-play card of a member. */
export interface PlayCard {
  name: string
  /** Null: no end. */
  until: Date | null
  /** Remaining and issued plays; -1: unlimited. */
  uses: number
  issued: number
}

type SoldCard = Pick<PlayCardRuleFields, 'roleName' | 'changwanDays' | 'counts'>

const counts = ({ name, until, uses }: PlayCard, now: Date): boolean =>
  name !== '' && uses !== 0 && (until === null || until > now)

/**
 * Returns why a card is not sold to a member who holds this one, or null if it is. Only a card with the same kind of limit extends
 * the held one: otherwise a day card without a limit of plays would lift the limit of a year's card.
 */
export function cardRefusal(held: PlayCard | null, sold: SoldCard, now: Date): RechargeRefusal | null {
  if (!held || !counts(held, now)) return null
  const isSame =
    (held.uses === UNLIMITED) === (sold.counts === UNLIMITED) && (held.until === null) === (sold.changwanDays === 0)
  const hasAll = held.uses === UNLIMITED && held.until === null
  if (isSame && !hasAll) return null
  const details = { field: 'sysDepartChangwanRoleId', card: held.name }
  return { code: hasAll ? 'recharge.cardHasAll' : 'recharge.cardDiffers', details }
}

const sum = (one: number, other: number) => (one === UNLIMITED || other === UNLIMITED ? UNLIMITED : one + other)

/**
 * Returns the member's card after the sale is paid: a valid card is extended by the days and plays of the new one; otherwise the
 * new card starts.
 */
export function cardAfter(held: PlayCard | null, sold: SoldCard, clock: StoreClock): PlayCard {
  const { now, timeZone, dayStartHour } = clock
  const { roleName: name, changwanDays: days, counts: plays } = sold
  if (held && counts(held, now)) {
    const until = held.until === null || days === 0 ? null : endAfter(held.until, days, clock)
    return { name, until, uses: sum(held.uses, plays), issued: sum(held.issued, plays) }
  }
  const today = businessDay(now, timeZone, dayStartHour)
  const until = days === 0 ? null : endOfDay(lastDayBought(today, days), clock)
  return { name, until, uses: plays, issued: plays }
}
