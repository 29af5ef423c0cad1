import { useEffect } from 'react'
import { usePlatform } from '#renderer/platform/context.ts'
import { fromMinor } from '#shared/core/money.ts'
import type { CustomerView } from '#shared/ipc/customer-display.ts'
import { chargeOf } from './counter.calc.ts'
import type { Counter } from './use-counter.ts'

/** What the guest may see of what stands on the counter's screen. */
function viewOf({ rule, people, view }: Counter, balance: number | null): CustomerView {
  // What nobody would start is nobody's price.
  const price = rule && view.tone !== 'blocked' ? chargeOf(rule, people).price : 0
  if (price > 0) return { kind: 'due', amount: fromMinor(price) }
  return balance === null ? { kind: 'welcome' } : { kind: 'balance', amount: balance }
}

/** Shows guests what they pay, or what they have, on the display of this counter. */
export function useCustomerDisplay(counter: Counter): void {
  const { customerDisplay } = usePlatform()
  const shown = viewOf(counter, counter.who.member?.availableBalance ?? null)
  const key = JSON.stringify(shown)
  useEffect(() => {
    // A display that cannot be reached is shown again by itself, and never in the way of a start.
    void customerDisplay?.(JSON.parse(key) as CustomerView).catch(() => undefined)
  }, [customerDisplay, key])
  // Whoever leaves the counter leaves no price behind.
  useEffect(() => () => void customerDisplay?.({ kind: 'welcome' }).catch(() => undefined), [customerDisplay])
}
