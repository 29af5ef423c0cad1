export { closeRun, listVehicles, lockVehicle, type RunRow, runOn } from './vehicles.repository.ts'
