import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import { typeStatements } from '#server/core/lists/type-table.ts'
import { undoHandlers } from '#server/core/lists/undo.ts'
import type { Deps } from '#server/core/slice.ts'
import { excelHandlers } from '#server/core/workbooks/excel.ts'
import { storeFor } from '#server/features/rules/index.ts'
import { giftTypeResource, giftTypeSheet, giftTypes } from '#shared/features/gifts/gift-types.contract.ts'

const table = crudTable(giftTypeResource, { table: 'giftType', ofStores: true })

const statements: typeof table = {
  ...table,
  async add(trx, { sysOrgCode, ...values }, writer) {
    const orgCode = await storeFor(trx, writer.user, sysOrgCode)
    return table.add(trx, values, { ...writer, orgCode })
  },
  ...typeStatements(table, {
    types: 'gift_type',
    users: 'gift',
    column: 'gift_type',
    knownColumn: 'known_type',
    constraint: 'gift_type_exists',
    inUse: 'giftTypes.inUse',
  }),
}

export function giftTypesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, giftTypes, {
    ...crudHandlers(deps, giftTypeResource, statements),
    ...undoHandlers(deps, giftTypeResource, statements),
    ...excelHandlers(deps, giftTypeResource, giftTypeSheet, statements),
  })
}
