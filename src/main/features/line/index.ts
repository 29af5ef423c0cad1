export { createLine, type Line, type LineDeps, type OrderEnd } from './line.service.ts'
export { orderEnd } from './order-end.ts'
export { lineMigrations, placeStore } from './places.store.ts'
