import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { printLayouts } from '#shared/features/printing/print-layouts.contract.ts'
import { printLayoutsService } from './print-layouts.service.ts'

export function printLayoutsRoutes(app: FastifyInstance, deps: Deps): void {
  const service = printLayoutsService(deps)
  mount(app, deps, printLayouts, {
    query: ({ query, ctx }) => service.query(query.orgCode, ctx),
    edit: ({ body, ctx }) => service.edit(body, ctx).then(() => null),
    reset: ({ body, ctx }) => service.reset(body, ctx).then(() => null),
    preview: ({ body, ctx }) => service.preview(body, ctx),
    printSample: ({ body, ctx }) => service.printSample(body, ctx),
    editLogo: ({ body, ctx }) => service.editLogo(body, ctx).then(() => null),
  })
}
