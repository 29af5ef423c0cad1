import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hashOf } from './call.ts'
import type { Sockets } from './realtime.ts'
import type { Deps } from './slice.ts'

/** The protocol's name; the value after it is the token, because a browser cannot set a header on a socket. */
const PROTOCOL = 'pitlane'
const MAX_MESSAGE = 16_384

function tokenOf(request: FastifyRequest): string {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((part) => part.trim())
  return offered[0] === PROTOCOL ? (offered[1] ?? '') : ''
}

/** `/websocket/:userId`, also below `/api`: heartbeats for everyone, pushes for those whose token says so. */
export async function websocketRoutes(app: FastifyInstance, { auth }: Deps, sockets: Sockets): Promise<void> {
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
    for (const url of ['/websocket/:userId', '/api/websocket/:userId']) {
      scope.get<{ Params: { userId: string } }>(url, { websocket: true }, (socket, request) => {
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
          (user) => join(user?.id === userId ? tokenHash : ''),
          () => socket.close(1013, 'try again later'),
        )
      })
    }
  })
}
