import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { queue } from '#shared/features/queue/queue.contract.ts'
import { startOrder, startQueued } from './start.service.ts'

export function queueRoutes(app: FastifyInstance, deps: Deps): void {
  mount(
    app,
    deps,
    queue,
    {
      start: ({ body, ctx }) => startQueued(deps, ctx, body),
      lineupstart: ({ query, ctx }) => startOrder(deps, ctx, query),
    },
    { selfKeyed: ['start', 'lineupstart'] },
  )
}
