export { createOutbox, type OpenStart, type Outbox, outboxMigrations } from './outbox.store.ts'
export { createStarts, type FirstSending, type StartsDeps } from './starts.service.ts'
