import type { FastifyInstance, FastifyRequest } from 'fastify'
import { askerOf } from '#server/core/auth/auth-guard.ts'
import { mount } from '#server/core/http/mount.ts'
import { createConcurrencyLimit } from '#server/core/limits/concurrency-limit.ts'
import { createConnectionSlots } from '#server/core/limits/connection-slots.ts'
import type { Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { display } from '#shared/features/display/screens.contract.ts'
import { PUBLIC_CALL_LIMIT, signInTv } from './display.service.ts'
import { removeOrphanedFiles, removeUnusedFiles } from './file-sweep.service.ts'
import { createFeed } from './live.feed.ts'
import { memberNewsRoutes } from './member-news.routes.ts'
import { promoVideosRoutes } from './promo-videos.routes.ts'
import { screensRoutes } from './screens.routes.ts'
import { swipersRoutes } from './swipers.routes.ts'

/** The WebSocket subprotocol; the key is offered as the second value, because URLs end up in logs. */
const PROTOCOL = 'pitlane'

/** Interval at which each copy of the server deletes unused files. */
const SWEEP_MS = 3_600_000
const CLOSE_KEY_UNKNOWN = 4401
const CLOSE_TRY_LATER = 1013

function keyOf(request: FastifyRequest): string {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((part) => part.trim())
  return offered[0] === PROTOCOL ? (offered[1] ?? '') : ''
}

/** Mounts big screens, promo videos and the carousel of the mini-app. */
export function displayRoutes(app: FastifyInstance, deps: Deps): void {
  const feed = createFeed(deps)
  const publicCalls = createConcurrencyLimit(PUBLIC_CALL_LIMIT)
  const socketSlots = createConnectionSlots(deps.config.socketsPerAddress)
  const sweep = async () => {
    await removeUnusedFiles(deps)
    await removeOrphanedFiles(deps)
  }
  deps.jobs.every(SWEEP_MS, sweep)
  promoVideosRoutes(app, deps)
  swipersRoutes(app, deps)
  screensRoutes(app, deps)
  memberNewsRoutes(app, deps)
  mount(app, deps, display, {
    state: ({ query, ctx }) => publicCalls.run(() => feed.state(query.key), askerOf(ctx.ip)),
    signIn: ({ body, ctx }) => publicCalls.run(() => signInTv(deps, ctx, body), askerOf(ctx.ip)),
  })
  const preValidation = async (request: FastifyRequest) => {
    if (!request.ws || socketSlots.take(askerOf(request.ip), request.raw.socket)) return
    throw new AppError('common.tooManyRequests')
  }
  app.get('/api/game/display/live', { websocket: true, preValidation }, (socket, request) => {
    socket.on('error', () => socket.terminate())
    publicCalls
      .run(() => feed.accept(socket, keyOf(request)), askerOf(request.ip))
      .catch((error: unknown) => {
        const isUnknown = error instanceof AppError && error.code === 'display.keyUnknown'
        socket.close(isUnknown ? CLOSE_KEY_UNKNOWN : CLOSE_TRY_LATER, isUnknown ? 'key unknown' : 'try again later')
      })
  })
  app.addHook('preClose', async () => feed.close())
}
