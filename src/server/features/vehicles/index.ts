export { writeCondition } from './fleet.repository.ts'
export { floorOf } from './run-duration.repository.ts'
export { endDueRun } from './runs.job.ts'
export { authorizeTv } from './tv-permits.repository.ts'
export {
  endRun,
  lockVehicle,
  type RunRow,
  runOn,
  stateOf,
  type VehicleRow,
  vehiclesOfStore,
} from './vehicles.repository.ts'
