import { businessDay, dayBegins } from '#shared/core/time.ts'
import type { OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'
import type { Snapshot } from '#shared/features/terminals/snapshot.schema.ts'
import type { Outbox } from './outbox.store.ts'

type Store = Snapshot['store']

const dayOf = (at: Date, { timeZone, dayStartHour }: Store): string => businessDay(at, timeZone, dayStartHour)

/**
 * Rules with today's uses: those at the server at `serverReadAt` (ms), if of this business day, and the starts of this
 * terminal since.
 */
export function withLocalUses(
  outbox: Pick<Outbox, 'usesSince'> | undefined,
  rules: readonly OfferedRule[],
  store: Store,
  serverReadAt: number,
  now: Date,
): OfferedRule[] {
  const today = dayOf(now, store)
  const from = dayBegins(today, store.timeZone, store.dayStartHour)
  const own = new Map(outbox?.usesSince(store.orgCode, serverReadAt, from).map(({ ruleId, uses }) => [ruleId, uses]))
  return rules.map((rule) => {
    const reported = rule.businessDay === today ? rule.usedToday : 0
    return { ...rule, businessDay: today, usedToday: reported + (own.get(rule.id) ?? 0) }
  })
}

/** A rule with a member's uses, which include only the starts of this terminal. */
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
