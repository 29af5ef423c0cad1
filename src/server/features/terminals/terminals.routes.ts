import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import type { Deps } from '#server/core/slice.ts'
import { storesOf } from '#server/db/store-list.ts'
import { claimPrintJobs, guestLinkRoute, reportPrintJob, withGuestLink } from '#server/features/printing/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { terminalResource, terminals } from '#shared/features/terminals/terminals.contract.ts'
import { withExpectedWait } from './expected-wait.service.ts'
import { dismissRefusal, listRefusals, recordRefusal } from './refusals.repository.ts'
import { changesSince, takeSnapshot } from './snapshot.service.ts'
import { storeSecret } from './store-secret.service.ts'
import {
  enrolTerminal,
  findTerminal,
  keepReport,
  knownTerminal,
  nameableTerminal,
  registerTerminal,
  requireItself,
  revokeTerminal,
} from './terminals.repository.ts'

const table = crudTable(terminalResource, {
  table: 'terminal',
  ofStores: true,
  columns: { sysOrgCode_dictText: 'storeName', seenTime: 'seenAt', enrolTime: 'enrolledAt', revokeTime: 'revokedAt' },
})

export function terminalsRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock, realtime } = deps
  guestLinkRoute(app)
  mount(app, deps, terminals, {
    register: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        const { id: userId, orgCode } = ctx.user
        const known = await findTerminal(trx, body.id, orgCode)
        if (known) await requireItself(ctx, known)
        const prefix = await registerTerminal(trx, { ...body, orgCode }, userId, clock())
        return { id: body.id, orgCode, prefix }
      }),
    enrol: ({ body: { publicKey, ...body }, ctx }) =>
      ctx.tx(async (trx) => {
        const { id: userId, orgCode } = ctx.user
        ctx.requireSignature(body.id, publicKey)
        const before = await findTerminal(trx, body.id, orgCode)
        const now = clock()
        const prefix = await registerTerminal(trx, { ...body, orgCode }, userId, now)
        await enrolTerminal(trx, { id: body.id, orgCode, publicKey }, userId, now)
        ctx.touched({ id: body.id, before: before && { publicKey: before.publicKey }, after: { publicKey } })
        ctx.afterCommit(() => deps.terminalKeys.forget())
        ctx.afterCommit(() => realtime.publish({ topic: 'terminals', orgCode }))
        return { id: body.id, orgCode, prefix }
      }),
    list: crudHandlers(deps, terminalResource, table).list,
    revoke: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        await revokeTerminal(trx, { id: body.id, orgCode: body.sysOrgCode }, ctx.user.id, clock())
        ctx.touched({ id: body.id, after: { state: 'revoked', remark: body.remark } })
        ctx.afterCommit(() => realtime.publish({ topic: 'terminals', orgCode: body.sysOrgCode }))
        return null
      }),
    snapshot: ({ ctx }) => ctx.tx((trx) => takeSnapshot(trx, ctx.user, ctx.locale, clock())),
    snapshotChanges: ({ query, ctx }) =>
      ctx.tx(async (trx) => changesSince(await takeSnapshot(trx, ctx.user, ctx.locale, clock()), query)),
    storeSecret: ({ ctx }) => ctx.tx((trx) => storeSecret(deps, ctx, trx)),
    report: ({ body: { terminalId, version, report }, ctx }) =>
      ctx.tx(async (trx) => {
        const now = clock()
        const { orgCode } = await knownTerminal(trx, ctx, terminalId, now)
        await keepReport(trx, { id: terminalId, orgCode }, { version, report }, now)
        return null
      }),
    claimPrintJobs: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        const now = clock()
        const terminal = await knownTerminal(trx, ctx, body.terminalId, now)
        const jobs = await claimPrintJobs(trx, terminal, body.recovered, now)
        const tickets = await withExpectedWait(
          trx,
          jobs.map(({ ticket }) => ticket),
          now,
        )
        return jobs.map((job, index) => ({ ...job, ticket: withGuestLink(deps, tickets[index] ?? job.ticket) }))
      }),
    reportPrintJob: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        const now = clock()
        const terminal = await knownTerminal(trx, ctx, body.terminalId, now)
        const givenBack = await reportPrintJob(trx, terminal, body, now)
        if (givenBack) ctx.afterCommit(() => realtime.publish({ topic: 'printJobs', orgCode: terminal.orgCode }))
        return null
      }),
    refusals: ({ query, ctx }) =>
      ctx.tx((trx) => listRefusals(trx, { ...query, stores: storesOf(ctx.user, query.sysOrgCode) }, ctx.locale)),
    storeRefusal: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        const { id: operatorId, orgCode } = ctx.user
        const { id, code, payload } = body
        const terminalId = await nameableTerminal(trx, ctx, body.terminalId)
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
