export { createDrawerShifts } from './drawer-shifts.ts'
export { lateActStore, shiftMigrations } from './late-acts.store.ts'
export { createLateActs } from './late-acts.ts'
