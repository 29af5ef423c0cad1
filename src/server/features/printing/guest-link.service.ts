import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sendNotFound } from '#server/core/http/answer.ts'
import type { Deps } from '#server/core/slice.ts'
import { idOfPlaceCode, idOfResultKey, placeCode } from '#shared/features/scans/index.ts'
import type { TicketData } from '#shared/ipc/devices.ts'

const PURPOSE = 'result page'
/** 13 digits of base 36 hold the 64 bits that are used of the keyed hash. */
const STAMP_DIGITS = 13

/** The key of the page with a ride's result: the ride's id and a keyed hash that cannot be forged. */
export function resultKeyOf({ sealer }: Pick<Deps, 'sealer'>, playId: string): string {
  const stamp = sealer.stamp(playId, PURPOSE).readBigUInt64BE()
  return placeCode(playId) + stamp.toString(36).toUpperCase().padStart(STAMP_DIGITS, '0')
}

/** The ride of a key; null if the key is not valid. */
export function playOfResultKey(deps: Pick<Deps, 'sealer'>, key: string): string | null {
  const playId = idOfResultKey(key)
  if (playId === null) return null
  const right = Buffer.from(resultKeyOf(deps, playId))
  return timingSafeEqual(right, Buffer.from(key.toUpperCase())) ? playId : null
}

/** The short address of a result's page; empty if the server has no public address. */
export const resultLink = (deps: Pick<Deps, 'config' | 'sealer'>, playId: string): string =>
  deps.config.publicUrl && `${deps.config.publicUrl}/r/${resultKeyOf(deps, playId)}`

/**
 * Adds the address of the guest's page to a ticket, if the server has a public address: the page of the queue entry, or of the
 * result of a ride that has begun. The address is short, so that old phones can read its QR code from creased paper.
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

/** Redirects from the short address on a paper to the guest's page. */
export function guestLinkRoute(app: FastifyInstance): void {
  app.get<{ Params: { code: string } }>('/q/:code', (request, reply) => {
    const key = idOfPlaceCode(request.params.code)
    if (key === null) return sendNotFound(request, reply)
    return reply.redirect(`../#/game/queue?key=${key}`, 302)
  })
  app.get<{ Params: { key: string }; Querystring: { lang?: string } }>('/r/:key', (request, reply) => {
    const { key } = request.params
    if (idOfResultKey(key) === null) return sendNotFound(request, reply)
    // The member page speaks its own language.
    const { lang } = request.query
    const language = lang === 'zh' || lang === 'en' ? `?lang=${lang}` : ''
    return reply.redirect(`../${language}#/game/result?key=${key}`, 302)
  })
}
