import { useEffect, useRef } from 'react'
import { usePlatform } from '#renderer/platform/context.ts'
import type { Scan } from '#shared/ipc/devices.ts'

/** Scans go to a dialog first, then to the page under it, then to the frame. */
export type HearingLevel = 'frame' | 'page' | 'dialog'

/** Returns false to pass the scan on to the next handler. */
// biome-ignore lint/suspicious/noConfusingVoidType: most handlers take every scan and return nothing
type Hear = (scan: Scan) => false | void

interface Hearer {
  level: number
  hear: { current: Hear }
}

const levels: Record<HearingLevel, number> = { frame: 0, page: 1, dialog: 2 }
const hearers: Hearer[] = []

/** Handles scans while mounted and `active`, unless a handler on a higher level takes them. */
export function useScan(hear: Hear, level: HearingLevel, active = true): void {
  const latest = useRef(hear)
  latest.current = hear
  useEffect(() => {
    if (!active) return
    const hearer = { level: levels[level], hear: latest }
    hearers.push(hearer)
    return () => {
      hearers.splice(hearers.indexOf(hearer), 1)
    }
  }, [active, level])
}

/** Passes a scan to the topmost handler that takes it; on one level the latest comes first. */
export function routeScan(scan: Scan): void {
  const fromTop = [...hearers].sort((one, other) => one.level - other.level).reverse()
  fromTop.find(({ hear }) => hear.current(scan) !== false)
}

/** Routes the platform's scans; used once, at the root. */
export function useScanRouting(): void {
  const platform = usePlatform()
  useEffect(() => platform.onScan(routeScan), [platform])
}
