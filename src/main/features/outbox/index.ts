export { openOrders } from './open-orders.ts'
export { outboxMigrations } from './outbox.statements.ts'
export { createOutbox, type OpenStart, type Outbox } from './outbox.store.ts'
export { createStarts, type FirstSending, type StartsDeps } from './starts.service.ts'
