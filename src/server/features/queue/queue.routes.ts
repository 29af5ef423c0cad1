import type { FastifyInstance } from 'fastify'
import { askerOf } from '#server/core/auth/auth-guard.ts'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { queue } from '#shared/features/queue/queue.contract.ts'
import { cancelQueued } from './cancel.service.ts'
import {
  callEntry,
  callNext,
  editQueued,
  guestQueueStatus,
  listEnded,
  listQueue,
  restoreEntry,
} from './queue.service.ts'
import { startOrder, startQueued } from './start.service.ts'

export function queueRoutes(app: FastifyInstance, deps: Deps): void {
  mount(
    app,
    deps,
    queue,
    {
      line: ({ ctx }) => listQueue(deps, ctx),
      left: ({ ctx }) => listEnded(deps, ctx),
      start: ({ body, ctx }) => startQueued(deps, ctx, body),
      startOrder: ({ query, ctx }) => startOrder(deps, ctx, query),
      call: ({ body, ctx }) => callEntry(deps, ctx, body.id),
      callNext: ({ body, ctx }) => callNext(deps, ctx, body.count),
      restore: ({ body, ctx }) => restoreEntry(deps, ctx, body.id),
      cancel: ({ body, ctx }) => cancelQueued(deps, ctx, body),
      cancelByFamily: ({ query, ctx }) =>
        cancelQueued(deps, ctx, {
          id: query.id,
          remark: '',
          password: '',
          terminalId: null,
          printId: '',
          safeReason: '',
        }),
      editRacer: ({ body, ctx }) => editQueued(deps, ctx, body),
      editEntry: ({ body, ctx }) => editQueued(deps, ctx, body),
      status: ({ query, ctx }) => deps.strangers.run(() => guestQueueStatus(deps, query.key), askerOf(ctx.ip)),
    },
    { selfKeyed: ['start', 'startOrder', 'cancel', 'cancelByFamily'] },
  )
}
