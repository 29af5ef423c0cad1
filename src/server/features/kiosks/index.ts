export { toShopProduct, toShopRecharge } from './shop.view.ts'
