import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { listRules } from '#server/core/lists/list-rules.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { eventResource } from '#shared/features/events/events.schema.ts'
import { matches } from '#shared/features/events/matches.contract.ts'
import { eventTableOf } from './events.repository.ts'
import { eventOfEntry, eventOfRound } from './matches.repository.ts'
import {
  addRound,
  correctResult,
  drawRound,
  finishGroup,
  matchOf,
  printGroup,
  removeRound,
  setVehicle,
  startGroup,
} from './matches.service.ts'

export function matchesRoutes(app: FastifyInstance, deps: Deps): void {
  const { requireListed } = listRules(deps, eventResource, eventTableOf(deps.clock))
  /** Work on an event that the caller's data rules show. */
  const on = <R>(
    ctx: CallContext,
    find: (trx: Transaction) => string | Promise<string>,
    work: (trx: Transaction) => Promise<R>,
  ): Promise<R> =>
    ctx.tx(async (trx) => {
      await requireListed(trx, [await find(trx)], ctx)
      return work(trx)
    })
  const ofRound = (id: string, field: 'id' | 'roundId') => (trx: Transaction) => eventOfRound(trx, id, field)
  const ofEntry = (id: string) => (trx: Transaction) => eventOfEntry(trx, id)
  mount(app, deps, matches, {
    ofEvent: ({ query: { eventId }, ctx }) =>
      on(
        ctx,
        () => eventId,
        (trx) => matchOf(trx, eventId),
      ),
    addRound: ({ body, ctx }) =>
      on(
        ctx,
        () => body.eventId,
        (trx) => addRound(deps, ctx, trx, body),
      ),
    removeRound: ({ query: { id }, ctx }) => on(ctx, ofRound(id, 'id'), (trx) => removeRound(deps, ctx, trx, id)),
    draw: ({ body: { id }, ctx }) => on(ctx, ofRound(id, 'id'), (trx) => drawRound(deps, ctx, trx, id)),
    setVehicle: ({ body, ctx }) => on(ctx, ofEntry(body.id), (trx) => setVehicle(deps, ctx, trx, body)),
    start: ({ body, ctx }) => on(ctx, ofRound(body.roundId, 'roundId'), (trx) => startGroup(deps, ctx, trx, body)),
    finish: ({ body, ctx }) => on(ctx, ofRound(body.roundId, 'roundId'), (trx) => finishGroup(deps, ctx, trx, body)),
    correct: ({ body, ctx }) => on(ctx, ofEntry(body.id), (trx) => correctResult(deps, ctx, trx, body)),
    print: ({ body, ctx }) => on(ctx, ofRound(body.roundId, 'roundId'), (trx) => printGroup(deps, ctx, trx, body)),
  })
}
