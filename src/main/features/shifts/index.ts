export {
  type DeferredActionStore,
  deferredActionStore,
  shiftMigrations,
} from './deferred-actions.store.ts'
export { createDeferredActions } from './deferred-actions.ts'
export { createDrawerShifts } from './drawer-shifts.ts'
export { shiftOf } from './shift-here.calc.ts'
