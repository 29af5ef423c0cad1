import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { search } from '#shared/features/search/search.contract.ts'
import { searchEverywhere } from './search.service.ts'

export function searchRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, search, {
    everywhere: ({ query, ctx }) => searchEverywhere(deps, ctx, query.keyword, query.kinds),
  })
}
