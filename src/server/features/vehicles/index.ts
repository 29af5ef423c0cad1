import type { Slice } from '#server/core/slice.ts'
import { vehiclesRoutes } from './vehicles.routes.ts'

export { endDueRuns } from './runs.job.ts'
export { closeRun, listVehicles, lockVehicle, type RunRow, runOn } from './vehicles.repository.ts'

/** Vehicles and what each is doing. */
export const vehicles: Slice = (app, deps) => vehiclesRoutes(app, deps)
