import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { HandedFor, StockLineKind } from '#shared/features/stock/stock.schema.ts'

/** Stock of things by store. The slices of the things call it. */
export const stockManifest: SliceManifest = {
  name: 'stock',
  mount: () => undefined,
  actions: {},
  menus: [
    {
      id: 'menu-stock-take',
      title: 'menu.stockTake',
      icon: 'inbox',
      component: 'stock/SysStockTake',
      url: '/stock/sysStockTake',
      order: 379,
      parent: 'menu-product-group',
      roles: ['hq', 'manager'],
    },
  ],
  dictionaries: [
    dictionaryOf('stock_line_kind', 'stock.kind', StockLineKind.options, 'stock.kind'),
    dictionaryOf('stock_handed_for', 'stock.handedFor', HandedFor.options, 'stock.handedFor'),
  ],
}
