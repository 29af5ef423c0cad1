import type { FastifyInstance } from 'fastify'
import { askerOf } from '#server/core/auth-guard.ts'
import { mount } from '#server/core/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { createTurns } from '#server/core/turns.ts'
import { queue } from '#shared/features/queue/queue.contract.ts'
import { cancelQueued } from './cancel.service.ts'
import { callNext, callOne, editQueued, guestPlace, leftOf, lineOf, restore } from './line.service.ts'
import { startOrder, startQueued } from './start.service.ts'

/**
 * Whoever has no ticket may ask for one's place as well: together they never keep more than one of the lists' connections busy, and one of
 * them alone never keeps all guests waiting. Guests on the venue's own network come from one address.
 */
const STRANGERS = { atOnce: 1, mostWaiting: 100, patienceMs: 5000, perPerson: { atOnce: 1, mostWaiting: 40 } }

export function queueRoutes(app: FastifyInstance, deps: Deps): void {
  const strangers = createTurns(STRANGERS)
  mount(
    app,
    deps,
    queue,
    {
      line: ({ ctx }) => lineOf(deps, ctx),
      left: ({ ctx }) => leftOf(deps, ctx),
      start: ({ body, ctx }) => startQueued(deps, ctx, body),
      lineupstart: ({ query, ctx }) => startOrder(deps, ctx, query),
      call: ({ body, ctx }) => callOne(deps, ctx, body.id),
      callNext: ({ body, ctx }) => callNext(deps, ctx, body.count),
      restore: ({ body, ctx }) => restore(deps, ctx, body.id),
      cancel: ({ body, ctx }) => cancelQueued(deps, ctx, body),
      cancelmemberconsumebyidpaidui: ({ query, ctx }) =>
        cancelQueued(deps, ctx, { id: query.id, remark: '', password: '', terminalId: null, printId: '' }),
      editcheshou: ({ body, ctx }) => editQueued(deps, ctx, body),
      editpaidui: ({ body, ctx }) => editQueued(deps, ctx, body),
      status: ({ query, ctx }) => strangers.run(() => guestPlace(deps, query.key), askerOf(ctx.ip)),
    },
    { selfKeyed: ['start', 'lineupstart', 'cancel', 'cancelmemberconsumebyidpaidui'] },
  )
}
