import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#shared/core/errors.ts'
import { askerOf } from './auth-guard.ts'
import { hashOf } from './call.ts'
import { createConnectionSlots } from './connection-slots.ts'
import type { Sockets } from './realtime.ts'
import type { Deps } from './slice.ts'

/** The protocol's name; the value after it is the token, because a browser cannot set a header on a socket. */
const PROTOCOL = 'pitlane'
const MAX_MESSAGE = 16_384

function tokenOf(request: FastifyRequest): string {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((part) => part.trim())
  return offered[0] === PROTOCOL ? (offered[1] ?? '') : ''
}

/**
 * `/websocket/:userId`, also below `/api`: heartbeats for everyone, pushes for those whose token says so.
 *
 * An address has so many sockets, and so has a person: of the latter only those with a token count, because anybody may put
 * anybody's id in the address. One too many is refused and not the oldest closed: that one would be opened again at once.
 */
export async function websocketRoutes(app: FastifyInstance, { auth, config }: Deps, sockets: Sockets): Promise<void> {
  const addresses = createConnectionSlots(config.socketsPerAddress)
  const people = createConnectionSlots(config.socketsPerUser)
  await app.register(websocket, {
    options: {
      maxPayload: MAX_MESSAGE,
      // The token is never sent back.
      handleProtocols: (offered: Set<string>) => (offered.has(PROTOCOL) ? PROTOCOL : false),
    },
    // Our own close says why and waits; the plugin's would cut at once.
    preClose: (done) => done(),
  })
  await app.register(async (scope) => {
    // Before it is a socket: whoever is refused costs no more than any request.
    const preValidation = async (request: FastifyRequest) => {
      if (!request.ws || addresses.take(askerOf(request.ip), request.raw.socket)) return
      throw new AppError('common.tooManyRequests')
    }
    for (const url of ['/websocket/:userId', '/api/websocket/:userId']) {
      scope.get<{ Params: { userId: string } }>(url, { websocket: true, preValidation }, (socket, request) => {
        const { userId } = request.params
        const token = tokenOf(request)
        const tokenHash = token === '' ? '' : hashOf(token)
        // Listening begins now: what arrives while the token is looked up must not be lost.
        socket.pause()
        const join = (tokenOrNone: string) => {
          sockets.accept(socket, userId, tokenOrNone)
          socket.resume()
        }
        if (tokenHash === '') return join('')
        auth.find(tokenHash).then(
          (user) => {
            if (user?.id !== userId || user.isDevice) return join('')
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
