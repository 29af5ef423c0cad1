import { stockListRoutes } from '#shared/features/stock/stock.schema.ts'

export const giftOutboundBook = {
  path: '/gift/sysGiftOutbound',
  permission: 'giftoutbound',
  noun: 'gifts that were handed out',
} as const

/** Gifts that were handed out: to whom, by whom and for what. */
export const giftOutbound = stockListRoutes(giftOutboundBook)
