import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { venueHealth } from '#shared/features/health/venue-health.contract.ts'
import { lookAt } from './venue-health.service.ts'

export function venueHealthRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, venueHealth, { look: ({ ctx }) => ctx.tx((trx) => lookAt(deps, trx)) })
}
