import type { SliceManifest } from '#renderer/core/slice.ts'

export const consumeOrdersManifest: SliceManifest = {
  pages: {
    'consume/SysConsumeList': async () => (await import('./consume-orders.page.tsx')).ConsumeOrdersPage,
  },
  live: { playRecords: ['crud', 'consumeOrders'] },
}
