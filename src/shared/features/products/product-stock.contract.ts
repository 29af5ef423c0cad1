import { stockListRoutes, stockWriteRoutes } from '#shared/features/stock/stock.schema.ts'

export const productStockBook = {
  path: '/product/sysProductStock',
  permission: 'productstock',
  noun: 'stock lines of products',
} as const

/** Stock lines of products, and the calls that write them by hand. */
export const productStock = {
  ...stockListRoutes(productStockBook),
  ...stockWriteRoutes({ ...productStockBook, noun: 'a product' }),
}
