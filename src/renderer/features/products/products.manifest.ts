import type { SliceManifest } from '#renderer/core/slice.ts'

export const productsManifest: SliceManifest = {
  pages: {
    'product/SysProductList': async () => (await import('./products.page.tsx')).ProductsPage,
    'product/SysProductStockList': async () => (await import('./product-stock.page.tsx')).ProductStockPage,
    'product/SysProductTypeList': async () => (await import('./product-types.page.tsx')).ProductTypesPage,
  },
  live: { products: ['crud', 'products'] },
}
