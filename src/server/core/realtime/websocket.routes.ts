import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { askerOf } from '#server/core/auth/auth-guard.ts'
import { createConnectionSlots } from '#server/core/limits/connection-slots.ts'
import { hashOf } from '#server/core/secrets/token-hash.ts'
import type { Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { CLOSE_SIGNED_OUT, type Sockets } from './realtime.ts'

/** The protocol's name; the value after it is the token, because a browser cannot set a header on a socket. */
const PROTOCOL = 'pitlane'
const MAX_MESSAGE = 16_384

function tokenOf(request: FastifyRequest): string {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((part) => part.trim())
  return offered[0] === PROTOCOL ? (offered[1] ?? '') : ''
}

/**
 * `/websocket/:userId`, also below `/api`: heartbeats for every client, pushes only with a token. A token whose sign-in has ended closes it.
 *
 * The sockets of an address and of a user are limited. Only sockets with a token count for the user, because the id in the address
 * is not verified. A socket above the limit is refused; the oldest one is not closed, because its client would reconnect at once.
 */
export async function websocketRoutes(app: FastifyInstance, { auth, config }: Deps, sockets: Sockets): Promise<void> {
  const addresses = createConnectionSlots(config.socketsPerAddress)
  const people = createConnectionSlots(config.socketsPerUser)
  await app.register(websocket, {
    options: {
      maxPayload: MAX_MESSAGE,
      // The selected subprotocol never echoes the token.
      handleProtocols: (offered: Set<string>) => (offered.has(PROTOCOL) ? PROTOCOL : false),
    },
    // Our own close sends the reason and waits; the plugin's would terminate the sockets at once.
    preClose: (done) => done(),
  })
  await app.register(async (scope) => {
    // Refused before the upgrade, so that a refused client costs no more than any other request.
    const preValidation = async (request: FastifyRequest) => {
      if (!request.ws || addresses.take(askerOf(request.ip), request.raw.socket)) return
      throw new AppError('common.tooManyRequests')
    }
    for (const url of ['/websocket/:userId', '/api/websocket/:userId']) {
      scope.get<{ Params: { userId: string } }>(url, { websocket: true, preValidation }, (socket, request) => {
        const { userId } = request.params
        const token = tokenOf(request)
        const tokenHash = token === '' ? '' : hashOf(token)
        // Messages are received from now on, so that none is lost during the lookup of the token.
        socket.pause()
        const join = (tokenOrNone: string) => {
          sockets.accept(socket, userId, tokenOrNone)
          socket.resume()
        }
        if (tokenHash === '') return join('')
        auth.find(tokenHash).then(
          (user) => {
            // The sign-in has ended, perhaps during the lookup: a client with a token learns it, instead of waiting for pushes.
            if (!user) {
              socket.close(CLOSE_SIGNED_OUT, 'signed out')
              socket.resume()
              return
            }
            if (user.id !== userId || user.kind !== 'user') return join('')
            if (people.take(userId, socket)) return join(tokenHash)
            socket.close(1013, 'too many sockets')
            socket.resume()
          },
          () => socket.close(1013, 'try again later'),
        )
      })
    }
  })
}
