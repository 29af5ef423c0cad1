export { Hub } from './hub.ts'
export type { SharedLine } from './lines.ts'
export type { Handed, HandedPlace, OtherLine, OwnLine, SharedPlace } from './messages.ts'
export { createStoreSecret, type StoreSecret } from './secret.ts'
