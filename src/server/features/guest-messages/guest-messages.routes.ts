import type { FastifyInstance } from 'fastify'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { type Handlers, mount, withMessage } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import { listRules } from '#server/core/lists/list-rules.ts'
import type { Deps } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import { smsPackageResource, smsPackages } from '#shared/features/guest-messages/sms-packages.contract.ts'
import {
  smsPurchaseResource,
  smsPurchaseSheet,
  smsPurchases,
} from '#shared/features/guest-messages/sms-purchases.contract.ts'
import { smsPackageTable } from './sms-packages.repository.ts'
import { buyPackage, offersFor } from './sms-purchases.service.ts'

const purchaseTable = crudTable(smsPurchaseResource, {
  table: 'smsPurchase',
  ofStores: true,
  columns: { smsTexts: 'texts', purchaseState: 'state', endTime: 'endedAt' },
})

export function guestMessagesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, smsPackages, crudHandlers(deps, smsPackageResource, smsPackageTable))

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
}
