export {
  createOfflineQueue,
  type OfflineQueue,
  type OfflineQueueDeps,
  type OrderEnd,
} from './offline-queue.service.ts'
export { orderEnd } from './order-end.ts'
export { offlineQueueMigrations, queueEntryStore } from './queue-entries.store.ts'
