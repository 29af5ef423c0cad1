export { BadgeDialog } from './badge-dialog.tsx'
export { CounterLock } from './counter-lock.tsx'
