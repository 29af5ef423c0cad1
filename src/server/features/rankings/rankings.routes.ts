import type { FastifyInstance } from 'fastify'
import { askerOf } from '#server/core/auth-guard.ts'
import { mount } from '#server/core/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { guestResults } from '#shared/features/rankings/guest-result.contract.ts'
import { heats } from '#shared/features/rankings/heats.contract.ts'
import { guestResult } from './guest-result.service.ts'
import { heatStandings } from './heats.repository.ts'

export function rankingsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, heats, {
    live: ({ ctx }) => ctx.tx((trx) => heatStandings(trx, deps.clock())),
  })
  mount(app, deps, guestResults, {
    status: ({ query, ctx }) => deps.strangers.run(() => guestResult(deps, query.key), askerOf(ctx.ip)),
  })
}
