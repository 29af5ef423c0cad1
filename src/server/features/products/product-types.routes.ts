import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import { typeStatements } from '#server/core/lists/type-table.ts'
import { undoHandlers } from '#server/core/lists/undo.ts'
import type { Deps } from '#server/core/slice.ts'
import { excelHandlers } from '#server/core/workbooks/excel.ts'
import { storeFor } from '#server/features/rules/index.ts'
import {
  productTypeResource,
  productTypeSheet,
  productTypes,
} from '#shared/features/products/product-types.contract.ts'

const table = crudTable(productTypeResource, { table: 'productType', ofStores: true })

const statements: typeof table = {
  ...table,
  async add(trx, { sysOrgCode, ...values }, writer) {
    const orgCode = await storeFor(trx, writer.user, sysOrgCode)
    return table.add(trx, values, { ...writer, orgCode })
  },
  ...typeStatements(table, {
    types: 'product_type',
    users: 'product',
    column: 'product_type',
    knownColumn: 'known_type',
    constraint: 'product_type_exists',
    inUse: 'productTypes.inUse',
  }),
}

export function productTypesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, productTypes, {
    ...crudHandlers(deps, productTypeResource, statements),
    ...undoHandlers(deps, productTypeResource, statements),
    ...excelHandlers(deps, productTypeResource, productTypeSheet, statements),
  })
}
