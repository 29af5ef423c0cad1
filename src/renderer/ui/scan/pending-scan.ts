import type { Scan } from '#shared/ipc/devices.ts'

let pending: Scan | null = null

/** Stores a scan for the page that it opens. */
export const storePendingScan = (scan: Scan): void => {
  pending = scan
}

/** Takes the scan that the page was opened for, or null. */
export function takePendingScan(): Scan | null {
  const scan = pending
  pending = null
  return scan
}
