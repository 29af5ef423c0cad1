import type { FastifyInstance, FastifyRequest } from 'fastify'
import { askerOf } from '#server/core/auth-guard.ts'
import { mount } from '#server/core/mount.ts'
import { createPlaces } from '#server/core/places.ts'
import type { Deps } from '#server/core/slice.ts'
import { createTurns } from '#server/core/turns.ts'
import { AppError } from '#shared/core/errors.ts'
import { display } from '#shared/features/display/screens.contract.ts'
import { PUBLIC_CALL_LIMIT, signInTv } from './display.service.ts'
import { removeOrphanedFiles, removeUnusedFiles } from './file-sweep.service.ts'
import { createFeed } from './live.feed.ts'
import { promoVideosRoutes } from './promo-videos.routes.ts'
import { screensRoutes } from './screens.routes.ts'
import { swipersRoutes } from './swipers.routes.ts'

/** The protocol of every socket of ours; the value after it is the key, because addresses end up in logs. */
const PROTOCOL = 'pitlane'

/** How often each copy looks for files that nobody shows. */
const SWEEP_MS = 3_600_000
const KEY_UNKNOWN = 4401
const TRY_LATER = 1013

function keyOf(request: FastifyRequest): string {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((part) => part.trim())
  return offered[0] === PROTOCOL ? (offered[1] ?? '') : ''
}

/** Big screens, what they show between races, and the carousel of the mini-app. */
export function displayRoutes(app: FastifyInstance, deps: Deps): void {
  const feed = createFeed(deps)
  const strangers = createTurns(PUBLIC_CALL_LIMIT)
  const addresses = createPlaces(deps.config.socketsPerAddress)
  const sweep = async () => {
    await removeUnusedFiles(deps)
    await removeOrphanedFiles(deps)
  }
  deps.jobs.every(SWEEP_MS, sweep)
  promoVideosRoutes(app, deps)
  swipersRoutes(app, deps)
  screensRoutes(app, deps)
  mount(app, deps, display, {
    state: ({ query, ctx }) => strangers.run(() => feed.state(query.key), askerOf(ctx.ip)),
    signIn: ({ body, ctx }) => strangers.run(() => signInTv(deps, ctx, body), askerOf(ctx.ip)),
  })
  const preValidation = async (request: FastifyRequest) => {
    if (!request.ws || addresses.take(askerOf(request.ip), request.raw.socket)) return
    throw new AppError('common.tooManyRequests')
  }
  app.get('/api/game/display/live', { websocket: true, preValidation }, (socket, request) => {
    socket.on('error', () => socket.terminate())
    strangers
      .run(() => feed.accept(socket, keyOf(request)), askerOf(request.ip))
      .catch((error: unknown) => {
        const isUnknown = error instanceof AppError && error.code === 'display.keyUnknown'
        socket.close(isUnknown ? KEY_UNKNOWN : TRY_LATER, isUnknown ? 'key unknown' : 'try again later')
      })
  })
  app.addHook('preClose', async () => feed.close())
}
