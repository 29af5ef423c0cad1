import { z } from 'zod'
import { crudRoutes } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { excelRoutes } from '#shared/core/excel.ts'
import { onScreen, pickerQuery, route, textFilter } from '#shared/core/route.ts'
import { line } from '#shared/core/text.ts'
import { Vehicle, VehicleCondition, vehicleFields, vehicleResource } from './vehicles.schema.ts'

export { Upkeep, Vehicle, VehicleCondition, VehicleState } from './vehicles.schema.ts'

/** Most vehicles created at once. */
export const SERIES_MAX = 100

/** Creates a vehicle for each number from `from` to `to`, named prefix + number + suffix. */
const VehicleSeries = z.object({
  prefix: line(20).default(''),
  suffix: line(20).default(''),
  from: z.number().int().min(0).max(9999),
  to: z.number().int().min(0).max(9999),
  vehicleType: line(30, 1),
  seats: vehicleFields.shape.seats.default(0),
})
export type VehicleSeries = z.infer<typeof VehicleSeries>

/** Vehicles of a store (spec §7, `/vehicle/sysVehicle`), for counters and managers. */
export const vehicles = {
  ...crudRoutes(vehicleResource),
  ...excelRoutes(vehicleResource),
  ...onScreen('vehicle', {
    listOfStore: route({
      method: 'GET',
      path: '/vehicle/sysVehicle/listorgcode',
      summary: 'Vehicles of the current store with their states, by indexNumber',
      access: 'vehicle:search',
      lane: 'counter',
      query: pickerQuery(
        ['indexNumber'],
        { name: textFilter(64), vehicleType: textFilter(64), deviceType: textFilter(32) },
        { column: 'indexNumber', order: 'asc' },
      ),
      result: pageOf(Vehicle),
    }),
    finish: route({
      method: 'POST',
      path: '/vehicle/sysVehicle/finish',
      summary:
        "Ends the vehicle's run, or only the given one, and makes it idle; ending an idle vehicle changes nothing",
      access: 'vehicle:finish',
      /** With `runId` it is refused unless that run is still the active one. */
      body: z.object({ id: z.uuid(), runId: z.uuid().optional() }),
      result: Vehicle,
    }),
    addSeries: route({
      method: 'POST',
      path: '/vehicle/sysVehicle/addSeries',
      summary: `Adds up to ${SERIES_MAX} numbered vehicles, all or none; returns their ids in order`,
      access: 'vehicle:add',
      idempotent: {},
      body: VehicleSeries,
      result: z.array(z.uuid()),
      message: 'message.added',
    }),
    sort: route({
      method: 'POST',
      path: '/vehicle/sysVehicle/sort',
      summary: 'Sorts the vehicles of a store',
      access: 'vehicle:edit',
      body: z.object({ ids: z.array(z.uuid()).min(1).max(1000) }),
      result: z.null(),
      message: 'message.updated',
    }),
    setCondition: route({
      method: 'POST',
      path: '/vehicle/sysVehicle/condition',
      summary: 'Sets the condition of a vehicle after its current run: maintenance, ready or scrapped',
      access: 'vehicle:maintain',
      body: z.object({ id: z.uuid(), condition: VehicleCondition, reason: line(200).default('') }),
      result: z.object({ condition: VehicleCondition, isRunning: z.boolean() }),
    }),
  }),
}
