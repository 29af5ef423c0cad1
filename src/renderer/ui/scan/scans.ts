import { useEffect, useRef } from 'react'
import { usePlatform } from '#renderer/platform/context.ts'
import type { Scan } from '#shared/ipc/devices.ts'

/** Scans go to a dialog first, then to the page under it, then to the frame. */
export type ScanLevel = 'frame' | 'page' | 'dialog'

/** Returns false to pass the scan on to the next handler. */
// biome-ignore lint/suspicious/noConfusingVoidType: most handlers take every scan and return nothing
type ScanHandler = (scan: Scan) => false | void

interface Registration {
  level: number
  handler: { current: ScanHandler }
  takesRepeats: boolean
}

const levels: Record<ScanLevel, number> = { frame: 0, page: 1, dialog: 2 }
const registrations: Registration[] = []

interface ScanOptions {
  /** Gets scans with `isRepeat` too, while no other handler is above it. */
  takesRepeats?: boolean
}

/** Handles scans while mounted and `active`, unless a handler on a higher level takes them. */
export function useScan(
  handler: ScanHandler,
  level: ScanLevel,
  active = true,
  { takesRepeats = false }: ScanOptions = {},
): void {
  const latest = useRef(handler)
  latest.current = handler
  useEffect(() => {
    if (!active) return
    const registration = { level: levels[level], handler: latest, takesRepeats }
    registrations.push(registration)
    return () => {
      registrations.splice(registrations.indexOf(registration), 1)
    }
  }, [active, level, takesRepeats])
}

/** Passes a scan to the topmost handler that takes it; on one level the latest comes first. */
export function routeScan(scan: Scan): void {
  const fromTop = [...registrations].sort((one, other) => one.level - other.level).reverse()
  const [top] = fromTop
  if (scan.isRepeat) {
    if (top?.takesRepeats) top.handler.current(scan)
    return
  }
  fromTop.find(({ handler }) => handler.current(scan) !== false)
}

/** Routes the platform's scans; used once, at the root. */
export function useScanRouting(): void {
  const platform = usePlatform()
  useEffect(() => platform.onScan(routeScan), [platform])
}
