import type { FastifyInstance } from 'fastify'
import { dataRules } from '#server/core/auth/auth-rules.ts'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers } from '#server/core/lists/crud.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import { AppError } from '#shared/core/errors.ts'
import {
  reconciliation,
  reconciliationResource,
  reconciliationSheet,
} from '#shared/features/reconciliation/reconciliation.contract.ts'
import { type ReconciliationResult, reconcile } from './reconcile.service.ts'
import { differenceTable, lastRuns, lockDifference } from './reconciliation.repository.ts'

export function reconciliationRoutes(app: FastifyInstance, deps: Deps): void {
  const { list, queryById } = crudHandlers(deps, reconciliationResource, differenceTable)
  mount(app, deps, reconciliation, {
    list,
    queryById,
    exportXls: exportHandler(deps, reconciliationResource, reconciliationSheet, differenceTable),
    runs: ({ ctx }) => ctx.tx(lastRuns),
    run: ({ ctx }) => runNow(deps, ctx),
    settle: ({ body, ctx }) => explain(deps, ctx, body),
  })
}

/** Reconciles the caller's stores, one after the other. */
async function runNow(deps: Deps, ctx: CallContext): Promise<ReconciliationResult> {
  const stores = await ctx.tx((trx) => trx.selectFrom('store').select('orgCode').orderBy('orgCode').execute())
  const all: ReconciliationResult = { found: 0, opened: 0, open: 0 }
  for (const { orgCode } of stores) {
    const { found, opened, open } = await reconcile(deps, orgCode, ctx.user.realname)
    all.found += found
    all.opened += opened
    all.open += open
  }
  return all
}

const listRules = {
  permissions: ['reconciliation:list'],
  fields: reconciliationResource.filter,
  columnOf: differenceTable.columnOf,
}

/**
 * Explains a difference. Throws `reconciliation.ownDifference` for the responsible user, `reconciliation.gone` or
 * `reconciliation.explained`.
 */
const explain = (deps: Deps, ctx: CallContext, { id, remark }: { id: string; remark: string }): Promise<null> =>
  ctx.tx(async (trx) => {
    // Differences that data rules hide cannot be explained.
    await differenceTable.requireRows(trx, [id], await dataRules(trx, ctx.user, listRules, deps.clock()))
    const before = await lockDifference(trx, id)
    if (!before) throw new AppError('common.recordNotFound')
    if (before.personId === ctx.user.id) throw new AppError('reconciliation.ownDifference')
    if (before.state === 'gone') throw new AppError('reconciliation.gone')
    if (before.state === 'explained') throw new AppError('reconciliation.explained', { by: before.settledBy })
    const settled = { state: 'explained', remark, settledAt: deps.clock(), settledBy: ctx.user.realname } as const
    await trx.updateTable('reconciliationDifference').set(settled).where('id', '=', id).execute()
    ctx.touched({ id, before: { state: 'open' }, after: { state: 'explained', remark } })
    ctx.afterCommit(() => deps.realtime.publish({ topic: 'reconciliation', orgCode: before.orgCode }))
    return null
  })
