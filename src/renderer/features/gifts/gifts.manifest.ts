import type { SliceManifest } from '#renderer/core/slice.ts'

export const giftsManifest: SliceManifest = {
  pages: {
    'gift/SysGiftList': async () => (await import('./gifts.page.tsx')).GiftsPage,
    'gift/SysOrderGiftList': async () => (await import('./order-gifts.page.tsx')).OrderGiftsPage,
    'gift/SysGiftOutboundList': async () => (await import('./gift-outbound.page.tsx')).GiftOutboundPage,
    'gift/SysGiftStockList': async () => (await import('./gift-stock.page.tsx')).GiftStockPage,
    'gift/SysGiftTypeList': async () => (await import('./gift-types.page.tsx')).GiftTypesPage,
  },
  live: {
    // Those for sale are offered beside the products.
    gifts: ['crud', 'gifts', 'products'],
    orderGifts: ['crud', 'orderGifts'],
    // A paid recharge may include a gift.
    recharges: ['crud', 'orderGifts'],
  },
}
