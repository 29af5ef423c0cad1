import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sendNotFound } from '#server/core/answer.ts'
import type { Deps } from '#server/core/slice.ts'
import { idOfPlaceCode, idOfResultKey, placeCode } from '#shared/features/scans/index.ts'
import type { TicketData } from '#shared/ipc/devices.ts'

const PURPOSE = 'result page'
/** 36 to the power of 13 is above 2 to the power of 64, as much as is taken of the stamp. */
const STAMP_DIGITS = 13

/** The key of the page on which a guest sees what a ride has brought: its id, and what nobody can make up. */
export function resultKeyOf({ sealer }: Pick<Deps, 'sealer'>, playId: string): string {
  const stamp = sealer.stamp(playId, PURPOSE).readBigUInt64BE()
  return placeCode(playId) + stamp.toString(36).toUpperCase().padStart(STAMP_DIGITS, '0')
}

/** The ride that a key was made for; null where nobody has made it. */
export function playOfResultKey(deps: Pick<Deps, 'sealer'>, key: string): string | null {
  const playId = idOfResultKey(key)
  if (playId === null) return null
  const right = Buffer.from(resultKeyOf(deps, playId))
  return timingSafeEqual(right, Buffer.from(key.toUpperCase())) ? playId : null
}

/** The address of a result's page, as short as it can be; empty where the server does not know how the world reaches it. */
export const resultLink = (deps: Pick<Deps, 'config' | 'sealer'>, playId: string): string =>
  deps.config.publicUrl && `${deps.config.publicUrl}/r/${resultKeyOf(deps, playId)}`

/**
 * A ticket with the address of its guest's page, where the server knows how the world reaches it: of the place in line, or of the result
 * of a ride that has begun. The address is short, because it is printed as a code that old phones read off creased paper.
 */
export function withGuestLink<T extends Pick<TicketData, 'orderId' | 'guestKey' | 'link' | 'document'>>(
  deps: Pick<Deps, 'config' | 'sealer'>,
  ticket: T,
): T {
  const { publicUrl } = deps.config
  if (!publicUrl || ticket.document) return ticket
  const link = ticket.guestKey ? `${publicUrl}/q/${placeCode(ticket.guestKey)}` : resultLink(deps, ticket.orderId)
  return { ...ticket, link }
}

/** Leads from the short address on a paper to the guest's page, from wherever the server's pages are. */
export function guestLinkRoute(app: FastifyInstance): void {
  app.get<{ Params: { code: string } }>('/q/:code', (request, reply) => {
    const key = idOfPlaceCode(request.params.code)
    if (key === null) return sendNotFound(request, reply)
    return reply.redirect(`../#/game/queue?key=${key}`, 302)
  })
  app.get<{ Params: { key: string } }>('/r/:key', (request, reply) => {
    const { key } = request.params
    if (idOfResultKey(key) === null) return sendNotFound(request, reply)
    return reply.redirect(`../#/game/result?key=${key}`, 302)
  })
}
