export { selfServiceProducts } from './products.repository.ts'
export { sellProducts } from './sell.service.ts'
