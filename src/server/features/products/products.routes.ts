import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers } from '#server/core/lists/crud.ts'
import { undoHandlers } from '#server/core/lists/undo.ts'
import type { Deps } from '#server/core/slice.ts'
import { excelHandlers } from '#server/core/workbooks/excel.ts'
import { stockListHandlers, stockWriteHandlers } from '#server/features/stock/index.ts'
import { productStock, productStockBook } from '#shared/features/products/product-stock.contract.ts'
import { products } from '#shared/features/products/products.contract.ts'
import { productResource, productSheet } from '#shared/features/products/products.schema.ts'
import { stockSheet } from '#shared/features/stock/stock.schema.ts'
import { lockProductItem, PRODUCTS_PLACE, productOfName, productTable } from './products.repository.ts'

export function productsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, products, {
    ...crudHandlers(deps, productResource, productTable),
    ...undoHandlers(deps, productResource, productTable),
    ...excelHandlers(deps, productResource, productSheet, productTable),
  })
  mount(app, deps, productStock, {
    ...stockListHandlers(deps, { book: productStockBook, kind: 'product', sheet: stockSheet }),
    ...stockWriteHandlers(deps, {
      ...PRODUCTS_PLACE,
      find: (trx, ctx, id) => lockProductItem(deps, trx, ctx, id),
      twin: (trx, { name }, orgCode) => productOfName(trx, name, orgCode),
    }),
  })
}
