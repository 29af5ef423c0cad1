export { stockOf } from './stock-levels.repository.ts'
export { stockListHandlers } from './stock-lists.service.ts'
export { changeStock, stockWriteHandlers } from './stock-writes.service.ts'
export type { StockItem } from './write-stock.repository.ts'
