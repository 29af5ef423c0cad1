import type { FastifyInstance } from 'fastify'
import { type Handlers, mount } from '#server/core/http/mount.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { formRecords } from '#shared/features/online-forms/form-records.contract.ts'
import { onlineForms } from '#shared/features/online-forms/online-forms.contract.ts'
import { cgformRoutes } from './cgform.routes.ts'
import { formRecordsService } from './form-records.service.ts'
import { formSheets } from './form-sheets.service.ts'
import { requireAct } from './online-forms.repository.ts'
import { onlineFormsService } from './online-forms.service.ts'

export function onlineFormsRoutes(app: FastifyInstance, deps: Deps): void {
  const forms = onlineFormsService(deps)
  const records = formRecordsService(deps)
  const sheets = formSheets(deps, records)

  cgformRoutes(app, deps, { forms, records, sheets })
  mount(app, deps, onlineForms, {
    list: ({ query, ctx }) => forms.page(query, ctx),
    queryById: ({ query, ctx }) => forms.one(query.id, ctx),
    add: ({ body, ctx }) => forms.addAs(ctx.key, body, ctx),
    edit: ({ body, ctx }) => forms.edit(body, ctx),
    publish: ({ body, ctx }) => forms.publish(body, ctx),
    delete: async ({ query, ctx }) => {
      await forms.removeAll([query.id], ctx)
      return null
    },
    versions: ({ query, ctx }) => forms.versions(query.id, ctx),
    rights: ({ query, ctx }) => forms.rights(query.id, ctx),
    grant: ({ body, ctx }) => forms.grant(body, ctx),
  })

  // Before the answer of an earlier call with the same key.
  const before = {
    add: async ({ params, ctx }: { params: { code: string }; ctx: CallContext }) =>
      requireAct(ctx.user, params.code, ['add']),
  }
  const handlers: Handlers<typeof formRecords> = {
    form: ({ params, ctx }) => records.form(params.code, ctx),
    list: ({ params, query, ctx }) => records.page(params.code, query, ctx),
    queryById: ({ params, query, ctx }) => records.one(params.code, query.id, ctx),
    add: ({ params, body, ctx }) => records.add(params.code, body, ctx),
    edit: ({ params, body, ctx }) => records.edit(params.code, body, ctx),
    deleteBatch: ({ params, query, ctx }) => records.remove(params.code, query.ids, ctx),
    recycleBin: ({ params, query, ctx }) => records.bin(params.code, query, ctx),
    restore: ({ params, body, ctx }) => records.restore(params.code, body.ids, ctx),
    purge: ({ params, query, ctx }) => records.purge(params.code, query.ids, ctx),
    exportXls: ({ params, query, ctx }) => sheets.exportXls(params.code, query, ctx),
    importExcel: ({ params, query, ctx }) => sheets.importExcel(params.code, query, ctx),
    importPreview: ({ params, ctx }) => sheets.importPreview(params.code, ctx),
    importTemplate: ({ params, ctx }) => sheets.importTemplate(params.code, ctx),
  }
  mount(app, deps, formRecords, handlers, { before })
}
