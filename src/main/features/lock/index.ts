export { createLock } from './lock.ts'
export { refuseWhileLocked } from './locked-calls.ts'
