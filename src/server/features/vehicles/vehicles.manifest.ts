import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { VehicleState } from '#shared/features/vehicles/vehicles.contract.ts'
import { endDueRuns } from './runs.job.ts'
import { vehiclesRoutes } from './vehicles.routes.ts'

/** Vehicles and what each is doing. */
export const vehiclesManifest: SliceManifest = {
  name: 'vehicles',
  mount: vehiclesRoutes,
  actions: {
    'vehicle:search': ['hq', 'manager', 'coach', 'cashier'],
    'vehicle:finish': ['hq', 'manager', 'coach', 'cashier'],
  },
  dictionaries: [dictionaryOf('vehicle_state', 'dict.vehicleState', VehicleState.options, 'vehicle.state')],
  jobs: { 'runs.end': { work: endDueRuns, keepDays: 0 } },
  topics: ['vehicles'],
}
