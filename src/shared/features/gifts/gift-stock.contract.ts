import { stockListRoutes, stockWriteRoutes } from '#shared/features/stock/stock.schema.ts'

export const giftStockBook = {
  path: '/gift/sysGiftStock',
  permission: 'giftstock',
  noun: 'stock lines of gifts',
} as const

/** Stock lines of gifts, and the calls that write them by hand. */
export const giftStock = {
  ...stockListRoutes(giftStockBook),
  ...stockWriteRoutes({ ...giftStockBook, noun: 'a gift' }),
}
