import { useEffect, useRef } from 'react'
import { usePlatform } from '#renderer/platform/context.ts'
import type { Scan } from '#shared/ipc/devices.ts'

/** A dialog hears scans before the page under it, and the page before the frame around it. */
export type HearingLevel = 'frame' | 'page' | 'dialog'

interface Hearer {
  level: number
  hear: { current: (scan: Scan) => void }
}

const levels: Record<HearingLevel, number> = { frame: 0, page: 1, dialog: 2 }
const hearers: Hearer[] = []

const topmost = (): Hearer | undefined =>
  hearers.reduce<Hearer | undefined>((top, hearer) => (top && top.level > hearer.level ? top : hearer), undefined)

/** Hears scans while shown (and `active`), unless something above it does. */
export function useScan(hear: (scan: Scan) => void, level: HearingLevel, active = true): void {
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

/** Passes a scan on to the topmost hearer. */
export const routeScan = (scan: Scan): void => topmost()?.hear.current(scan)

/** Passes the platform's scans on; used once, around the whole program. */
export function useScanRouting(): void {
  const platform = usePlatform()
  useEffect(() => platform.onScan(routeScan), [platform])
}
