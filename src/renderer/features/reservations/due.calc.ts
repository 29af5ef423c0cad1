import { formatMinor, type Minor, toMinor } from '#shared/core/money.ts'
import type { Reservation } from '#shared/features/reservations/reservations.schema.ts'
import type { ConsumeRule } from '#shared/features/rules/consume-rules.contract.ts'
import { depositOf, isForOne, pricedOf, priceOf } from '#shared/features/sessions/charge-lines.calc.ts'

interface Due {
  key: 'reservation.due' | 'reservation.dueLess' | 'reservation.dueNothing'
  values: { amount: string; deposit: string; rest: string }
}

/**
 * What the arrived people pay by a rule, and the cash to collect after a cash deposit is returned; null where no money
 * is due.
 */
export function dueOf(rule: ConsumeRule, people: number, booked: Reservation, isCash: boolean): Due | null {
  const priced = pricedOf(rule, 0)
  const due: Minor = priceOf(priced, isForOne(rule.consumeTypeRole) ? 1 : people) + depositOf(priced)
  if (due === 0) return null
  const isSetOff = isCash && booked.depositState === 'held' && booked.depositPayMode === 'cash'
  const deposit = isSetOff ? toMinor(booked.deposit) : 0
  const values = { amount: formatMinor(due), deposit: formatMinor(deposit), rest: formatMinor(Math.abs(due - deposit)) }
  if (!isSetOff) return { key: 'reservation.due', values }
  return { key: due >= deposit ? 'reservation.dueLess' : 'reservation.dueNothing', values }
}
