import type { FastifyInstance } from 'fastify'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { type Handlers, mount, withMessage } from '#server/core/http/mount.ts'
import { oneAtATime } from '#server/core/jobs/one-at-a-time.ts'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import { listRules } from '#server/core/lists/list-rules.ts'
import { undoHandlers } from '#server/core/lists/undo.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import {
  massMessageResource,
  massMessageSheet,
  massMessages,
} from '#shared/features/guest-messages/mass-messages.contract.ts'
import { smsPackageResource, smsPackages } from '#shared/features/guest-messages/sms-packages.contract.ts'
import {
  smsPurchaseResource,
  smsPurchaseSheet,
  smsPurchases,
} from '#shared/features/guest-messages/sms-purchases.contract.ts'
import { MASS_MS, workMassMessages } from './mass-messages.job.ts'
import { massMessageTable } from './mass-messages.repository.ts'
import {
  addMassMessage,
  massResult,
  previewMassMessage,
  resumeMassMessage,
  stopMassMessage,
} from './mass-messages.service.ts'
import { CALLED_MS, sendCalled } from './occasions.job.ts'
import { smsPackageTable } from './sms-packages.repository.ts'
import { buyPackage, offersFor } from './sms-purchases.service.ts'

const purchaseTable = crudTable(smsPurchaseResource, {
  table: 'smsPurchase',
  ofStores: true,
  columns: { smsTexts: 'texts', purchaseState: 'state', endTime: 'endedAt' },
})

/** Mounts the calls of SMS to guests, and starts the workers of mass messages on this copy of the server. */
export function guestMessagesRoutes(app: FastifyInstance, deps: Deps): void {
  deps.jobs.every(
    MASS_MS,
    oneAtATime(() => workMassMessages(deps)),
  )

  deps.jobs.every(
    CALLED_MS,
    oneAtATime(() => sendCalled(deps)),
  )

  mount(app, deps, smsPackages, {
    ...crudHandlers(deps, smsPackageResource, smsPackageTable),
    ...undoHandlers(deps, smsPackageResource, smsPackageTable),
  })

  const purchases = listRules(deps, smsPurchaseResource, purchaseTable)
  const purchaseHandlers: Handlers<typeof smsPurchases> = {
    offers: ({ ctx }) => offersFor(ctx),
    add: async ({ body, ctx }) => withMessage(await buyPackage(deps, ctx, body), ctx.key),
    list: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const page = await purchaseTable.page(trx, ctx.user, query, await purchases.rulesOf(trx, ctx))
        const { dict } = smsPurchaseResource
        return { ...page, records: await withDictTexts(deps.dictionaries, dict, page.records, ctx.locale) }
      }),
    queryById: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        await purchases.requireListed(trx, [query.id], ctx)
        const rows = [await purchaseTable.get(trx, query.id)]
        const [record] = await withDictTexts(deps.dictionaries, smsPurchaseResource.dict, rows, ctx.locale)
        if (!record) throw new Error('a purchase was not found when it was read again')
        return record
      }),
    exportXls: exportHandler(deps, smsPurchaseResource, smsPurchaseSheet, purchaseTable),
  }
  mount(app, deps, smsPurchases, purchaseHandlers)

  const masses = listRules(deps, massMessageResource, massMessageTable)
  type Mass = Awaited<ReturnType<typeof massMessageTable.get>>
  const shown = (rows: Mass[], { locale }: CallContext) =>
    withDictTexts(deps.dictionaries, massMessageResource.dict, rows, locale)
  const massHandlers: Handlers<typeof massMessages> = {
    preview: ({ body, ctx }) => previewMassMessage(deps, ctx, body),
    add: ({ body, ctx }) => addMassMessage(deps, ctx, body),
    stop: ({ body, ctx }) => stopMassMessage(deps, ctx, body.id),
    resume: ({ body, ctx }) => resumeMassMessage(deps, ctx, body.id),
    list: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const page = await massMessageTable.page(trx, ctx.user, query, await masses.rulesOf(trx, ctx))
        return { ...page, records: await shown(page.records, ctx) }
      }),
    queryById: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        await masses.requireListed(trx, [query.id], ctx)
        const [record] = await shown([await massMessageTable.get(trx, query.id)], ctx)
        if (!record) throw new Error('a mass message was not found when it was read again')
        return { ...record, ...(await massResult(trx, record)) }
      }),
    exportXls: exportHandler(deps, massMessageResource, massMessageSheet, massMessageTable),
  }
  mount(app, deps, massMessages, massHandlers)
}
