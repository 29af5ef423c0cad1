import { createHash } from 'node:crypto'
import type { TicketData } from '#shared/ipc/devices.ts'

/** The id of a start's wristband paper, as the server computes it (`wristband_paper`), so that it is printed only once. */
export function wristbandPaper(startId: string): string {
  const hex = createHash('md5').update(`wristbands ${startId}`).digest('hex')
  const marked = `${hex.slice(0, 12)}8${hex.slice(13, 16)}8${hex.slice(17)}`
  return marked.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The wristbands of a start as one paper; null where its rule has none. */
export const wristbandsOf = (ticket: TicketData, wristbands: number): TicketData | null =>
  wristbands > 0 ? { ...ticket, orderId: wristbandPaper(ticket.orderId), wristbands } : null
