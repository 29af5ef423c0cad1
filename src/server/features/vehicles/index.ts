export { closeRun, listVehicles } from './vehicles.repository.ts'
