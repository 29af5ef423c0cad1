import type { SliceManifest } from '#renderer/core/slice.ts'

export const stockManifest: SliceManifest = {
  pages: {
    'stock/SysStockTake': async () => (await import('./stock-take.page.tsx')).StockTakePage,
  },
}
