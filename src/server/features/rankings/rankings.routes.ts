import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { heats } from '#shared/features/rankings/heats.contract.ts'
import { heatStandings } from './heats.repository.ts'

export function rankingsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, heats, {
    live: ({ ctx }) => ctx.tx((trx) => heatStandings(trx, deps.clock())),
  })
}
