import type { Notice } from '#renderer/core/notice.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { ConsumeType, OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'
import { ruleFor } from '#shared/features/rules/price.calc.ts'
import { type OfferRefusal, ruleRefusal } from '#shared/features/rules/rule-offer.calc.ts'
import { isShortage, type Shortage } from '#shared/features/sessions/charge-lines.calc.ts'
import { previewCharge } from '#shared/features/sessions/charge-preview.calc.ts'
import type { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import { allowsMode } from '#shared/features/sessions/start.calc.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { type StartMode, waitsInQueue } from './start-modes.calc.ts'

export interface RuleTile {
  /** The rule with the price for this guest, after the level discount. */
  rule: OfferedRule
  /** The price before the level discount; null where there is no discount. */
  fullPrice: number | null
  /** The digit that chooses it. It follows the `indexNumber`, so it stays when the tile moves to the end. */
  digit: number | null
  /** Why it does not apply now; null where it does. */
  reason: Notice | null
  /** Why it cannot be chosen, where no further choice for this guest would change that. */
  refusal: OfferRefusal | null
}

/** Short texts of refusals for tiles. */
const refusalNames: Record<OfferRefusal['code'], TextKey> = {
  'sessions.ruleLineup': 'rule.no.lineup',
  'sessions.ruleImmediate': 'rule.no.immediate',
  'sessions.ruleWeekday': 'rule.no.weekday',
  'sessions.ruleMembersOnly': 'rule.no.guest',
  'sessions.ruleLevel': 'rule.no.level',
  'sessions.ruleUsedUp': 'rule.no.usedUp',
  'sessions.ruleMemberLimit': 'rule.no.memberLimit',
  'sessions.ruleMemberDayLimit': 'rule.no.memberDayLimit',
}

/** Returns why a rule is not available for a start mode, or null. `hasWaited`: the guest comes from the offline queue. */
export const refusalFor = (
  startMode: StartMode,
  rule: OfferedRule,
  member: Member | null,
  hasWaited = false,
): OfferRefusal | null =>
  ruleRefusal(rule, member && { memberLevel: member.memberLevel }, {
    isQueued: waitsInQueue(startMode) || (hasWaited && startMode !== 'charge' && rule.consumeMode === 'lineup'),
  })

const shortageNames: Record<Shortage['code'], TextKey> = {
  'members.insufficientBalance': 'rule.no.balance',
  'members.insufficientIntegral': 'rule.no.points',
  'members.insufficientQuan': 'rule.no.laps',
  'members.insufficientCoins': 'rule.no.coins',
  'members.insufficientGive': 'rule.no.give',
  'members.insufficientFrequency': 'rule.no.visits',
  'members.noUnlimitedCard': 'counter.will.unlimitedNone',
}

/** The shortage of the member's wallets for one vehicle. The charge order makes no difference to it. */
function shortageOf(rule: OfferedRule, people: number, member: Member, now: number): Notice | null {
  const plan = previewCharge(rule, { people, vehicles: 1, order: 'paidFirst', payMode: 'wechat' }, member, now)
  return isShortage(plan) ? { key: shortageNames[plan.code] } : null
}

interface Choice {
  type: ConsumeType
  mode: RunMode
  people: number
  member: Member | null
  now: number
  /** Whether guests may be charged and queued now. */
  canQueue: boolean
}

/** Whether another choice may still lift the refusal: looking up a member, or queueing. */
const isOpen = (refusal: OfferRefusal | null, canQueue: boolean): boolean =>
  refusal?.code === 'sessions.ruleMembersOnly' || (refusal?.code === 'sessions.ruleLineup' && canQueue)

function tileOf(
  rule: OfferedRule,
  { mode, people, member, now, canQueue }: Choice,
): Pick<RuleTile, 'reason' | 'refusal'> {
  const offerRefusal = refusalFor('charge', rule, member)
  const refusal = isOpen(offerRefusal, canQueue) ? null : offerRefusal
  if (refusal) return { reason: { key: refusalNames[refusal.code], values: refusal.details }, refusal }
  if (!allowsMode(rule, mode))
    return { reason: { key: mode === 'circlemode' ? 'rule.no.lap' : 'rule.no.timer' }, refusal }
  if (offerRefusal) return { reason: { key: refusalNames[offerRefusal.code] }, refusal }
  return { reason: member && shortageOf(rule, people, member, now), refusal }
}

/** The rules of a consume type as tiles: those that apply, by `indexNumber`, then the others with their reason. */
export function ruleTiles(rules: readonly OfferedRule[], choice: Choice): RuleTile[] {
  const tiles = rules
    .filter((rule) => rule.consumeTypeRole === choice.type)
    .sort((a, b) => a.indexNumber - b.indexNumber || (a.id < b.id ? -1 : 1))
    .map((listed, index): RuleTile => {
      const rule = ruleFor(listed, choice.member)
      const fullPrice = rule.price === listed.price ? null : listed.price
      return { rule, fullPrice, digit: index < 9 ? index + 1 : null, ...tileOf(rule, choice) }
    })
  return [...tiles.filter((tile) => tile.reason === null), ...tiles.filter((tile) => tile.reason !== null)]
}
