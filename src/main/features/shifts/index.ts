export {
  type DeferredActionStore as LateActStore,
  deferredActionStore as lateActStore,
  shiftMigrations,
} from './deferred-actions.store.ts'
export { createDeferredActions as createLateActs } from './deferred-actions.ts'
export { createDrawerShifts } from './drawer-shifts.ts'
export { shiftOf } from './shift-here.calc.ts'
