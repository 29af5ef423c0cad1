import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { sendNotFound } from '#server/core/answer.ts'
import { idOfPlaceCode, placeCode } from '#shared/features/scans/index.ts'
import type { TicketData } from '#shared/ipc/devices.ts'

/**
 * A ticket with the address of its guest's page, where it is of a place in line and the server knows how the world reaches it.
 * The address is short, because it is printed as a code that old phones read off creased paper.
 */
export const withGuestLink = <T extends Pick<TicketData, 'guestKey' | 'link'>>({ publicUrl }: Config, ticket: T): T =>
  publicUrl && ticket.guestKey ? { ...ticket, link: `${publicUrl}/q/${placeCode(ticket.guestKey)}` } : ticket

/** Leads from the short address on a ticket to the guest's page, from wherever the server's pages are. */
export function guestLinkRoute(app: FastifyInstance): void {
  app.get<{ Params: { code: string } }>('/q/:code', (request, reply) => {
    const key = idOfPlaceCode(request.params.code)
    if (key === null) return sendNotFound(request, reply)
    return reply.redirect(`../#/game/queue?key=${key}`, 302)
  })
}
