export { Hub } from './hub.ts'
export type {
  OwnQueue as OwnLine,
  PeerQueue as OtherLine,
  SharedQueueEntry as SharedPlace,
  TransferResult as Handed,
  TransferredEntry as HandedPlace,
} from './messages.ts'
export type { SharedQueue as SharedLine } from './peer-queues.ts'
export { createStoreSecret, type StoreSecret } from './secret.ts'
