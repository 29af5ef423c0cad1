import { type Minor, toMinor } from '#shared/core/money.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { ConsumeRule } from '#shared/features/rules/consume-rules.contract.ts'
import { chargedPeople } from './charge.calc.ts'
import type { OfflinePay } from './offline-payment.schema.ts'

/** Offline payment limits of a store. */
export interface OfflineStore {
  acceptsCash: 'YES' | 'NO'
  offlineMemberCap: number
  /** Value of members that the terminal may still take in total. */
  offlineTerminalCap: number
}

type PricedRule = Pick<ConsumeRule, 'consumeTypeRole' | 'priceMode' | 'price'>

/** Price of an offline ride in fen, without the deposit. */
export const offlineAmount = ({ priceMode, price }: PricedRule, people: number): Minor =>
  toMinor(price) * chargedPeople(priceMode, people)

/**
 * Returns how a ride is paid offline: guests in cash, members from the balance up to both caps. Null: it cannot be
 * paid and must stay pending.
 */
export function offlinePayOf(
  rule: PricedRule,
  people: number,
  member: Pick<Member, 'offlineValue'> | null,
  store: OfflineStore,
): OfflinePay | null {
  if (rule.consumeTypeRole === 'NOCARDCONSUME') return store.acceptsCash === 'YES' ? 'cash' : null
  if (rule.consumeTypeRole !== 'BALANCE' || !member?.offlineValue) return null
  // A value stated under an earlier cap is limited by the current one.
  const caps = [member.offlineValue.amount, store.offlineMemberCap, store.offlineTerminalCap]
  const max = Math.min(...caps.map(toMinor))
  return offlineAmount(rule, people) <= max ? 'wallets' : null
}
