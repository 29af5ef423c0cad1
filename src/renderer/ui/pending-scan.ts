import type { Scan } from '#shared/ipc/devices.ts'

let pending: Scan | null = null

/** Keeps a scan for the page that is being opened because of it. */
export const handOver = (scan: Scan): void => {
  pending = scan
}

/** The scan that the page was opened for, once. */
export function takeOver(): Scan | null {
  const scan = pending
  pending = null
  return scan
}
