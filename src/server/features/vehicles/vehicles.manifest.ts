import { dictionaryOf } from '#server/core/manifest.ts'
import type { Deps, SliceManifest } from '#server/core/slice.ts'
import { DeviceEventKind } from '#shared/features/vehicles/device-events.contract.ts'
import { DeviceType, deviceResource, PermitState } from '#shared/features/vehicles/devices.contract.ts'
import { RunEnd, RunState } from '#shared/features/vehicles/game-logs.contract.ts'
import { UpkeepUnit, upkeepPlanResource } from '#shared/features/vehicles/upkeep.contract.ts'
import { vehicleTypeResource } from '#shared/features/vehicles/vehicle-types.contract.ts'
import { Upkeep, VehicleCondition, VehicleState, vehicleResource } from '#shared/features/vehicles/vehicles.schema.ts'
import { devicesRoutes } from './devices.routes.ts'
import { vehicleSource } from './fleet.search.ts'
import { gameLogList } from './game-logs.repository.ts'
import { gameLogsRoutes } from './game-logs.routes.ts'
import { endDueRuns } from './runs.job.ts'
import { upkeepRoutes } from './upkeep.routes.ts'
import { checkUpkeep } from './upkeep.service.ts'
import { vehicleTypesRoutes } from './vehicle-types.routes.ts'
import { vehicleMenus } from './vehicles.menus.ts'
import { vehiclesRoutes } from './vehicles.routes.ts'

/** Vehicles and their state, upkeep, devices of a venue, and the log of runs. */
export const vehiclesManifest: SliceManifest = {
  name: 'vehicles',
  mount: (app, deps: Deps) => {
    vehiclesRoutes(app, deps)
    vehicleTypesRoutes(app, deps)
    upkeepRoutes(app, deps)
    devicesRoutes(app, deps)
    gameLogsRoutes(app, deps)
  },
  copiedTables: [{ part: 'vehicleTypes', table: 'vehicle_type' }],
  actions: {
    'device:add': ['hq', 'manager'],
    'device:delete': ['hq', 'manager'],
    'device:edit': ['hq', 'manager'],
    'device:export': ['hq', 'manager'],
    'device:import': ['hq', 'manager'],
    'device:list': ['hq', 'manager'],
    'devicelog:list': ['hq', 'manager'],
    'devicepermit:add': ['hq'],
    'devicepermit:free': ['hq', 'manager'],
    'devicepermit:list': ['hq', 'manager'],
    'devicepermit:revoke': ['hq'],
    'gamelog:export': ['hq', 'manager'],
    'gamelog:list': ['hq', 'manager', 'coach'],
    'gamelog:print': ['hq', 'manager', 'coach', 'cashier'],
    'upkeep:add': ['hq', 'manager'],
    'upkeep:list': ['hq', 'manager', 'coach'],
    'upkeepplan:add': ['hq', 'manager'],
    'upkeepplan:delete': ['hq', 'manager'],
    'upkeepplan:edit': ['hq', 'manager'],
    'upkeepplan:list': ['hq', 'manager', 'coach'],
    'vehicle:add': ['hq', 'manager'],
    'vehicle:delete': ['hq', 'manager'],
    'vehicle:edit': ['hq', 'manager'],
    'vehicle:export': ['hq', 'manager'],
    'vehicle:finish': ['hq', 'manager', 'coach', 'cashier'],
    'vehicle:import': ['hq', 'manager'],
    'vehicle:list': ['hq', 'manager', 'coach'],
    'vehicle:maintain': ['hq', 'manager'],
    'vehicle:search': ['hq', 'manager', 'coach', 'cashier'],
    'vehicletype:add': ['hq', 'manager'],
    'vehicletype:delete': ['hq', 'manager'],
    'vehicletype:edit': ['hq', 'manager'],
    'vehicletype:list': ['hq', 'manager', 'coach'],
  },
  menus: vehicleMenus,
  dictionaries: [
    dictionaryOf('vehicle_state', 'dict.vehicleState', VehicleState.options, 'vehicle.state'),
    dictionaryOf('vehicle_condition', 'dict.vehicleCondition', VehicleCondition.options, 'vehicle.condition'),
    dictionaryOf('vehicle_upkeep', 'dict.vehicleUpkeep', Upkeep.options, 'vehicle.upkeep'),
    dictionaryOf('upkeep_unit', 'dict.upkeepUnit', UpkeepUnit.options, 'upkeep.unit'),
    dictionaryOf('device_type', 'dict.deviceType', DeviceType.options, 'device.type'),
    dictionaryOf('device_event', 'dict.deviceEvent', DeviceEventKind.options, 'device.event'),
    dictionaryOf('device_permit_state', 'dict.devicePermitState', PermitState.options, 'device.permit.state'),
    dictionaryOf('run_end', 'dict.runEnd', RunEnd.options, 'gamelog.end'),
    dictionaryOf('run_state', 'dict.runState', RunState.options, 'gamelog.state'),
  ],
  jobs: {
    'runs.end': { work: endDueRuns, keepDays: 0 },
    'upkeep.check': { work: checkUpkeep, keepDays: 0 },
  },
  topics: ['vehicles'],
  searched: [vehicleSource],
  ruledLists: {
    'vehicle:list': vehicleResource.filter,
    'vehicletype:list': vehicleTypeResource.filter,
    'upkeepplan:list': upkeepPlanResource.filter,
    'device:list': deviceResource.filter,
    'gamelog:list': gameLogList.fields,
  },
  uniqueColumns: {
    vehicle: { table: 'vehicle', fields: { name: 'name', imei: 'imei', rf_card: 'rf_card' } },
    vehicle_type: { table: 'vehicle_type', fields: { name: 'name' } },
    device: { table: 'device', fields: { serial_number: 'serial_number' } },
  },
}
