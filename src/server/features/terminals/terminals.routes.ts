import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { storesOf } from '#server/db/store-list.ts'
import { AppError } from '#shared/core/errors.ts'
import { terminals } from '#shared/features/terminals/terminals.contract.ts'
import { claimPrintJobs, reportPrintJob } from './print-jobs.repository.ts'
import { dismissRefusal, listRefusals, recordRefusal } from './refusals.repository.ts'
import { takeSnapshot } from './snapshot.service.ts'
import { knownTerminal, registerTerminal } from './terminals.repository.ts'

export function terminalsRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock, realtime } = deps
  mount(app, deps, terminals, {
    register: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        const { id: userId, orgCode } = ctx.user
        const prefix = await registerTerminal(trx, { ...body, orgCode }, userId, clock())
        return { id: body.id, orgCode, prefix }
      }),
    snapshot: ({ ctx }) => ctx.tx((trx) => takeSnapshot(trx, ctx.user, ctx.locale, clock())),
    claimPrintJobs: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        const now = clock()
        const terminal = await knownTerminal(trx, body.terminalId, ctx.user.orgCode, now)
        return claimPrintJobs(trx, terminal, body.recovered, now)
      }),
    reportPrintJob: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        const now = clock()
        const terminal = await knownTerminal(trx, body.terminalId, ctx.user.orgCode, now)
        const givenBack = await reportPrintJob(trx, terminal, body, now)
        if (givenBack) ctx.afterCommit(() => realtime.publish({ topic: 'printJobs', orgCode: terminal.orgCode }))
        return null
      }),
    refusals: ({ query, ctx }) =>
      ctx.tx((trx) => listRefusals(trx, { ...query, stores: storesOf(ctx.user, query.sysOrgCode) }, ctx.locale)),
    keepRefusal: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        const { id: operatorId, orgCode } = ctx.user
        const { id, terminalId, code, payload } = body
        const refused = { id, orgCode, terminalId, operatorId, error: new AppError(code), payload }
        await recordRefusal(trx, refused, clock())
        ctx.afterCommit(() => realtime.publish({ topic: 'refusals', orgCode }))
        return null
      }),
    dismissRefusal: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        const orgCode = await dismissRefusal(trx, body, ctx.user.id, clock())
        ctx.afterCommit(() => realtime.publish({ topic: 'refusals', orgCode }))
        return null
      }),
  })
}
