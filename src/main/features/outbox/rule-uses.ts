import { businessDay, dayBegins } from '#shared/core/time.ts'
import type { OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'
import type { Snapshot } from '#shared/features/terminals/snapshot.schema.ts'
import type { Outbox } from './outbox.store.ts'

type Store = Snapshot['store']

const dayOf = (at: Date, { timeZone, dayStartHour }: Store): string => businessDay(at, timeZone, dayStartHour)

/**
 * The rules with their uses of today as far as this terminal knows: what the server told at a moment, if it was of this day, and what
 * was started here since.
 */
export function withLocalUses(
  outbox: Pick<Outbox, 'usesSince'> | undefined,
  rules: readonly OfferedRule[],
  store: Store,
  toldAt: number,
  now: Date,
): OfferedRule[] {
  const today = dayOf(now, store)
  const from = dayBegins(today, store.timeZone, store.dayStartHour)
  const own = new Map(outbox?.usesSince(store.orgCode, toldAt, from).map(({ ruleId, uses }) => [ruleId, uses]))
  return rules.map((rule) => {
    const told = rule.businessDay === today ? rule.usedToday : 0
    return { ...rule, businessDay: today, usedToday: told + (own.get(rule.id) ?? 0) }
  })
}

/** The same of one rule with a member's uses, of which this terminal knows its own starts only. */
export function withUsesOfMember(
  outbox: Pick<Outbox, 'usesOfMember'>,
  rule: OfferedRule,
  userId: string,
  store: Store,
): OfferedRule {
  const uses = outbox.usesOfMember(store.orgCode, userId, rule.id)
  const today = uses.filter((at) => dayOf(at, store) === rule.businessDay)
  return { ...rule, memberUsed: uses.length, memberUsedToday: today.length }
}
