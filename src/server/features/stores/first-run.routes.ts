import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { firstRun } from '#shared/features/stores/first-run.contract.ts'
import { firstRunService } from './first-run.service.ts'

export function firstRunRoutes(app: FastifyInstance, deps: Deps): void {
  const service = firstRunService(deps)
  mount(app, deps, firstRun, {
    query: ({ query, ctx }) => service.query(query.orgCode, ctx),
    skip: ({ body, ctx }) => service.skip(body, ctx).then(() => null),
    enter: ({ body, ctx }) => service.enter(body.orgCode, ctx).then(() => null),
    testPrint: ({ body, ctx }) => service.testPrint(body.orgCode, ctx),
  })
}
