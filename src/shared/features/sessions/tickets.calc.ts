import type { PlayRecord } from './play-before-pay.contract.ts'

/** The ticket numbers of a record: the server's, and the one printed by an offline terminal. */
export const ticketsOf = ({ ticketNo, terminalTicket }: Pick<PlayRecord, 'ticketNo' | 'terminalTicket'>): string =>
  terminalTicket === '' || terminalTicket === ticketNo ? ticketNo : `${ticketNo} / ${terminalTicket}`
