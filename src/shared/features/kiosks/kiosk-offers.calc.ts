import type { ConsumeRule } from '#shared/features/rules/consume-rules.schema.ts'
import { isPaidByMember } from '#shared/features/sessions/charge-lines.calc.ts'
import type { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { KioskPays } from './kiosk.schema.ts'

/** A rule in one of its run modes. */
export interface RuleOffer<R> {
  rule: R
  mode: RunMode
}

/** The rules that a kiosk offers: members pay by wallets, guests by scan. A rule for both run modes gives two offers. */
export function kioskOffers<R extends ConsumeRule>(
  pays: KioskPays,
  isMember: boolean,
  rules: readonly R[],
): RuleOffer<R>[] {
  if (pays === (isMember ? 'scan' : 'wallet')) return []
  return rules
    .filter(({ selfService, consumeTypeRole }) => selfService === 'YES' && isPaidByMember(consumeTypeRole) === isMember)
    .flatMap((rule) => modesOf(rule).map((mode) => ({ rule, mode })))
}

function modesOf({ consumeTypeRole, countCycleNumber, duration }: ConsumeRule): RunMode[] {
  const modes: RunMode[] = []
  if (countCycleNumber > 0) modes.push('circlemode')
  if (duration > 0 && consumeTypeRole !== 'QUAN') modes.push('timermode')
  return modes
}
