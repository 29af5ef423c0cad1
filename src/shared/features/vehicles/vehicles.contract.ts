import { z } from 'zod'
import { pageOf } from '#shared/core/envelope.ts'
import { pickerQuery, route, textFilter } from '#shared/core/route.ts'
import { WireTime } from '#shared/core/time.ts'

export const VehicleState = z.enum(['idle', 'queuing', 'inUse', 'maintenance', 'scrapped'])
export type VehicleState = z.infer<typeof VehicleState>

export const Vehicle = z.object({
  id: z.string(),
  sysOrgCode: z.string(),
  name: z.string(),
  cardName: z.string(),
  vehicleType: z.string(),
  deviceType: z.literal('VEHICLE'),
  isConnecte: z.enum(['YES', 'NO']),
  state: VehicleState,
  indexNumber: z.number().int(),
  /** How many people it seats; 0: not said. */
  seats: z.number().int().default(0),
  /** The run that occupies the vehicle, when there is one. */
  racer: z.string().nullable(),
  startedAt: WireTime.nullable(),
  /** When a timed run ends by itself; null in lap mode. */
  endsAt: WireTime.nullable(),
})
export type Vehicle = z.infer<typeof Vehicle>

/** The vehicles of a store (spec §7, `/vehicle/sysVehicle`). */
export const vehicles = {
  listorgcode: route({
    method: 'GET',
    path: '/vehicle/sysVehicle/listorgcode',
    summary: 'Vehicles of the current store with what each is doing, by indexNumber',
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
    summary: "Ends the vehicle's run and makes it idle; ending an idle vehicle changes nothing",
    access: 'vehicle:finish',
    body: z.object({ id: z.uuid() }),
    result: Vehicle,
  }),
}
