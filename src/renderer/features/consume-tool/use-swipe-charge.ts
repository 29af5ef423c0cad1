import { useEffect, useRef } from 'react'
import { type Counter, startKeys } from '#renderer/features/counter/index.ts'

/**
 * Charges on a card scan alone, where a rule is chosen: the member found by it acts like the charge key. A member found in
 * another way, or a preview with a warning, waits for the key.
 */
export function useSwipeCharge(counter: Counter, isActive: boolean): void {
  const { view } = counter.who
  const latest = useRef(counter)
  latest.current = counter
  useEffect(() => {
    const { isFoundBySwipe, planOf, press, startModes } = latest.current
    if (!isActive || view.kind !== 'found' || !isFoundBySwipe) return
    const key = startKeys.find((one) => startModes[one] === 'charge')
    if (key && planOf('charge').preview.tone === 'ready') press(key, performance.now())
  }, [view, isActive])
}
