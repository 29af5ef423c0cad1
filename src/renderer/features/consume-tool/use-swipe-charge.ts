import { useEffect, useRef } from 'react'
import { type Counter, startKeys } from '#renderer/features/counter/index.ts'
import { useScan } from '#renderer/ui/scan/scans.ts'
import { isMemberScan } from '#shared/features/scans/index.ts'

/**
 * Charges on a card scan alone, where a rule is chosen: it looks the card up and acts like the charge key. A member
 * found in another way, or a preview with a warning, waits for the key.
 */
export function useSwipeCharge(counter: Counter, isActive: boolean): void {
  const swiped = useRef(false)
  useScan(
    (scan) => {
      swiped.current = isMemberScan(scan) && counter.rule !== null
      counter.onScan(scan)
    },
    'page',
    isActive,
  )
  const { view } = counter.who
  const latest = useRef(counter)
  latest.current = counter
  useEffect(() => {
    if (view.kind === 'loading') return
    if (!swiped.current) return
    swiped.current = false
    const { planOf, press, startModes } = latest.current
    const key = startKeys.find((one) => startModes[one] === 'charge')
    if (key && view.kind === 'found' && planOf('charge').preview.tone === 'ready') press(key, performance.now())
  }, [view])
}
