export { Hub } from './hub.ts'
export type {
  OwnQueue,
  PeerQueue,
  SharedQueueEntry,
  TransferResult,
  TransferredEntry,
} from './messages.ts'
export type { SharedQueue } from './peer-queues.ts'
export { createStoreSecret, type StoreSecret } from './secret.ts'
