import { type Minor, toMinor } from '#shared/core/money.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { ConsumeRule } from '#shared/features/rules/consume-rules.contract.ts'
import { chargedPeople } from './charge.calc.ts'
import type { OfflinePay } from './offline-payment.schema.ts'

/** What a store allows a terminal without the server. */
export interface OfflineStore {
  isUnline: 'YES' | 'NO'
  offlineMemberCap: number
  /** What the terminal may still take of members' value, all together. */
  offlineTerminalCap: number
}

type PricedRule = Pick<ConsumeRule, 'consumeTypeRole' | 'muiltMode' | 'price'>

/** The price of a ride for so many people, without a deposit. */
export const offlineAmount = ({ muiltMode, price }: PricedRule, people: number): Minor =>
  toMinor(price) * chargedPeople(muiltMode, people)

/**
 * How a ride is paid at a counter that has no server: a guest's in cash, a member's from the balance as far as both caps go. Null: it is
 * not, and can only hang.
 */
export function offlinePayOf(
  rule: PricedRule,
  people: number,
  member: Pick<Member, 'offlineValue'> | null,
  store: OfflineStore,
): OfflinePay | null {
  if (rule.consumeTypeRole === 'NOCARDCONSUME') return store.isUnline === 'YES' ? 'cash' : null
  if (rule.consumeTypeRole !== 'BALANCE' || !member?.offlineValue) return null
  // What was told under an earlier cap is no more than today's allows.
  const caps = [member.offlineValue.amount, store.offlineMemberCap, store.offlineTerminalCap]
  const most = Math.min(...caps.map(toMinor))
  return offlineAmount(rule, people) <= most ? 'wallets' : null
}
