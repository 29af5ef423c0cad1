import type { Config } from '#server/config.ts'
import type { TicketData } from '#shared/ipc/devices.ts'

/** A ticket with the address of its guest's page, where it is of a place in line and the server knows how the world reaches it. */
export const withGuestLink = <T extends Pick<TicketData, 'guestKey' | 'link'>>({ publicUrl }: Config, ticket: T): T =>
  publicUrl && ticket.guestKey ? { ...ticket, link: `${publicUrl}/#/game/queue?key=${ticket.guestKey}` } : ticket
