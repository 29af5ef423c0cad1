import type { FastifyInstance } from 'fastify'
import { mount, withMessage } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { productSales } from '#shared/features/products/product-sales.contract.ts'
import { sellProducts } from './sell.service.ts'

export function productSalesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(
    app,
    deps,
    productSales,
    { add: async ({ body, ctx }) => withMessage(await sellProducts(deps, ctx, body), ctx.key) },
    { selfKeyed: ['add'] },
  )
}
