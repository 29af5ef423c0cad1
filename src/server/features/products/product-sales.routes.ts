import type { FastifyInstance } from 'fastify'
import { mount, withMessage } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { productSales } from '#shared/features/products/product-sales.contract.ts'
import { offeredProducts } from './products.repository.ts'
import { sellProducts } from './sell.service.ts'

export function productSalesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(
    app,
    deps,
    productSales,
    {
      offered: ({ query, ctx }) => ctx.tx((trx) => offeredProducts(trx, query.sysOrgCode)),
      add: async ({ body, ctx }) => withMessage(await sellProducts(deps, ctx, body), ctx.key),
    },
    { selfKeyed: ['add'] },
  )
}
