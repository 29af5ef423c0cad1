export { closeRun, vehiclesOfStore } from './vehicles.repository.ts'
