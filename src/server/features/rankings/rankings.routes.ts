import type { FastifyInstance } from 'fastify'
import { askerOf } from '#server/core/auth/auth-guard.ts'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { guestResults } from '#shared/features/rankings/guest-result.contract.ts'
import { heats } from '#shared/features/rankings/heats.contract.ts'
import { rankings } from '#shared/features/rankings/rankings.contract.ts'
import { guestResult } from './guest-result.service.ts'
import { heatStandings } from './heats.repository.ts'
import { allVoidsOf } from './ranking-voids.repository.ts'
import { boardsOf } from './rankings.repository.ts'
import { clearToday, rankingOf, requestedStore, takeVoidBack, voidPeriod } from './rankings.service.ts'

export function rankingsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, heats, {
    live: ({ ctx }) => ctx.tx((trx) => heatStandings(trx, deps.clock())),
  })
  mount(app, deps, rankings, {
    boards: ({ query, ctx }) =>
      ctx.tx(async (trx) => boardsOf(trx, (await requestedStore(trx, ctx, query.sysOrgCode)).orgCode)),
    query: ({ query: { sysOrgCode, ...request }, ctx }) =>
      ctx.tx(async (trx) => rankingOf(trx, await requestedStore(trx, ctx, sysOrgCode), request, deps.clock())),
    voids: ({ query, ctx }) =>
      ctx.tx(async (trx) => allVoidsOf(trx, (await requestedStore(trx, ctx, query.sysOrgCode)).orgCode)),
    void: ({ body, ctx }) => voidPeriod(deps, ctx, body),
    takeBack: ({ body, ctx }) => takeVoidBack(deps, ctx, body),
    clearToday: ({ body, ctx }) => clearToday(deps, ctx, body.sysOrgCode),
  })
  mount(app, deps, guestResults, {
    status: ({ query, ctx }) => deps.strangers.run(() => guestResult(deps, query.key), askerOf(ctx.ip)),
  })
}
