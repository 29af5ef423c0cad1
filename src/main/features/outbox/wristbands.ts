import { createHash } from 'node:crypto'
import type { TicketData } from '#shared/ipc/devices.ts'

/** The id of the paper with a start's wristbands, as the server makes it (`add_wristbands`): neither prints what the other has. */
export function wristbandPaper(startId: string): string {
  const hex = createHash('md5').update(`wristbands ${startId}`).digest('hex')
  const marked = `${hex.slice(0, 12)}8${hex.slice(13, 16)}8${hex.slice(17)}`
  return marked.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The wristband labels of a start, all in one paper; null where its rule wants none. */
export const wristbandsOf = (ticket: TicketData, wristbands: number): TicketData | null =>
  wristbands > 0 ? { ...ticket, orderId: wristbandPaper(ticket.orderId), wristbands } : null
