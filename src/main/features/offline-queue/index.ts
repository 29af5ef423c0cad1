export {
  createOfflineQueue as createLine,
  type OfflineQueue as Line,
  type OfflineQueueDeps as LineDeps,
  type OrderEnd,
} from './offline-queue.service.ts'
export { orderEnd } from './order-end.ts'
export { offlineQueueMigrations as lineMigrations, queueEntryStore as placeStore } from './queue-entries.store.ts'
