import { useEffect, useRef } from 'react'
import { usePlatform } from '#renderer/platform/context.ts'
import type { Scan } from '#shared/ipc/devices.ts'

/** A dialog hears scans before the page under it, and the page before the frame around it. */
export type HearingLevel = 'frame' | 'page' | 'dialog'

/** False: it is nothing for this hearer, and whoever is below it may know it. */
// biome-ignore lint/suspicious/noConfusingVoidType: most hearers take every scan and answer nothing
type Hear = (scan: Scan) => false | void

interface Hearer {
  level: number
  hear: { current: Hear }
}

const levels: Record<HearingLevel, number> = { frame: 0, page: 1, dialog: 2 }
const hearers: Hearer[] = []

/** Hears scans while shown (and `active`), unless something above it does. */
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

/** Passes a scan on to the topmost hearer that takes it; of several on one level that is the latest. */
export function routeScan(scan: Scan): void {
  const fromTop = [...hearers].sort((one, other) => one.level - other.level).reverse()
  fromTop.find(({ hear }) => hear.current(scan) !== false)
}

/** Passes the platform's scans on; used once, around the whole program. */
export function useScanRouting(): void {
  const platform = usePlatform()
  useEffect(() => platform.onScan(routeScan), [platform])
}
