export { Hub } from './hub.ts'
export { createStoreSecret, type StoreSecret } from './secret.ts'
