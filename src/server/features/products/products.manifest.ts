import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { PriceKind } from '#shared/features/products/price-kind.schema.ts'
import { productStockBook } from '#shared/features/products/product-stock.contract.ts'
import { productTypeResource } from '#shared/features/products/product-types.contract.ts'
import { productResource } from '#shared/features/products/products.schema.ts'
import { stockResource } from '#shared/features/stock/stock.schema.ts'
import { productSalesRoutes } from './product-sales.routes.ts'
import { productTypesRoutes } from './product-types.routes.ts'
import { productsRoutes } from './products.routes.ts'
import { productSource } from './products.search.ts'

/** Products of stores: their types, their stock and their sale. */
export const productsManifest: SliceManifest = {
  name: 'products',
  mount(app, deps) {
    productTypesRoutes(app, deps)
    productsRoutes(app, deps)
    productSalesRoutes(app, deps)
  },
  actions: {
    'product:add': ['hq', 'manager'],
    'product:delete': ['hq', 'manager'],
    'product:edit': ['hq', 'manager'],
    'product:export': ['hq', 'manager'],
    'product:import': ['hq', 'manager'],
    'product:list': ['hq', 'manager', 'cashier'],
    'productsale:add': ['hq', 'manager', 'cashier'],
    'productstock:count': ['hq', 'manager'],
    'productstock:export': ['hq', 'manager'],
    'productstock:in': ['hq', 'manager'],
    'productstock:list': ['hq', 'manager'],
    'productstock:loss': ['hq', 'manager'],
    'productstock:move': ['hq', 'manager'],
    'productstock:out': ['hq', 'manager'],
    'producttype:add': ['hq', 'manager'],
    'producttype:delete': ['hq', 'manager'],
    'producttype:edit': ['hq', 'manager'],
    'producttype:export': ['hq', 'manager'],
    'producttype:import': ['hq', 'manager'],
    'producttype:list': ['hq', 'manager'],
  },
  menus: [
    {
      id: 'menu-product-group',
      title: 'menu.productGroup',
      icon: 'shop',
      component: 'layouts/RouteView',
      url: '/product',
      order: 46,
      roles: ['hq', 'manager', 'cashier'],
    },
    {
      id: 'menu-products',
      title: 'menu.products',
      icon: 'shop',
      component: 'product/SysProductList',
      url: '/product/sysProductList',
      order: 376,
      parent: 'menu-product-group',
      modules: ['product', 'productsale'],
      roles: ['hq', 'manager', 'cashier'],
    },
    {
      id: 'menu-product-stock',
      title: 'menu.productStock',
      icon: 'inbox',
      component: 'product/SysProductStockList',
      url: '/product/sysProductStockList',
      order: 377,
      parent: 'menu-product-group',
      modules: ['productstock'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-product-types',
      title: 'menu.productTypes',
      icon: 'tags',
      component: 'product/SysProductTypeList',
      url: '/product/sysProductTypeList',
      order: 378,
      parent: 'menu-product-group',
      modules: ['producttype'],
      roles: ['hq', 'manager'],
    },
  ],
  dictionaries: [dictionaryOf('price_kind', 'product.priceKind', PriceKind.options, 'product.priceKind')],
  topics: ['products'],
  searched: [productSource],
  ruledLists: {
    'product:list': productResource.filter,
    'productstock:list': stockResource(productStockBook).filter,
    'producttype:list': productTypeResource.filter,
  },
  uniqueColumns: {
    product: { table: 'product', fields: { name: 'name', barcode: 'barcode' } },
    product_type: { table: 'product_type', fields: { name: 'name' } },
  },
}
