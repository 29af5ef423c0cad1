export { createDrawerShifts } from './drawer-shifts.ts'
export { type LateActStore, lateActStore, shiftMigrations } from './late-acts.store.ts'
export { createLateActs } from './late-acts.ts'
export { shiftOf } from './shift-here.calc.ts'
