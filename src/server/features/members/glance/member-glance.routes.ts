import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { memberGlance } from '#shared/features/members/member-glance.contract.ts'
import { readGlance } from './member-glance.service.ts'

export function memberGlanceRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, memberGlance, { glance: ({ query, ctx }) => readGlance(deps, ctx, query.id) })
}
