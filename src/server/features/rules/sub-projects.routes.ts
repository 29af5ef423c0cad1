import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable, type Writer } from '#server/core/lists/crud.ts'
import type { Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'
import { subProjectResource, subProjects } from '#shared/features/rules/sub-projects.contract.ts'
import { requireListed } from './rule-book.service.ts'
import { nextSortIndex, reorder, storeFor } from './sort-order.repository.ts'
import { projectOptions, requireUnused } from './sub-projects.repository.ts'

const table = crudTable(subProjectResource, {
  table: 'subProject',
  ofStores: true,
  columns: { projectType: 'code', isActive: 'active' },
})

const statements = {
  ...table,
  async add(trx: Transaction, { sysOrgCode, ...values }: Parameters<typeof table.add>[1], writer: Writer) {
    const orgCode = await storeFor(trx, writer.user, sysOrgCode)
    const sortIndex = await nextSortIndex(trx, 'subProject', orgCode)
    // A permanent code, which contains nothing that may change.
    const code = `P${newId().slice(-8)}`
    // Code and position are columns, but not fields of the input.
    const row = { ...values, projectType: code, indexNumber: sortIndex }
    return table.add(trx, row, { ...writer, orgCode })
  },
  async remove(trx: Transaction, ids: readonly string[]) {
    await requireUnused(trx, ids)
    return table.remove(trx, ids)
  },
}

export function subProjectsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, subProjects, {
    ...crudHandlers(deps, subProjectResource, statements),
    sort: ({ body: { ids }, ctx }) =>
      ctx.tx(async (trx) => {
        await requireListed(deps, subProjectResource, table, { trx, ids, ctx })
        await reorder(trx, 'subProject', ids)
        ctx.touched({ id: ids[0] ?? '', after: { order: ids } })
        return null
      }),
    options: ({ ctx }) => ctx.tx((trx) => projectOptions(trx, ctx.user.orgCode, ctx.locale)),
  })
}
