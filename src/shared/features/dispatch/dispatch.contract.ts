import { z } from 'zod'
import { onScreen, route } from '#shared/core/route.ts'
import { line } from '#shared/core/text.ts'
import { Floor, FloorVehicle } from './dispatch.schema.ts'

export { Floor, FloorEntry, FloorRun, FloorVehicle, MAX_FLOOR_ENTRIES as FLOOR_ENTRIES } from './dispatch.schema.ts'

const OfRun = z.object({ id: z.uuid() })

/** The floor: vehicles, their runs and who waits for them, and what is done to runs that go on. */
export const dispatch = onScreen('dispatch', {
  floor: route({
    method: 'GET',
    path: '/dispatch/sysDispatch/floor',
    summary: 'Vehicles with their runs, and who waits, first in line first',
    access: 'dispatch:list',
    result: Floor,
  }),
  extend: route({
    method: 'POST',
    path: '/dispatch/sysDispatch/extend',
    summary: 'Makes a run longer by a lap or a minute, up to what the roles of the caller allow',
    access: 'dispatch:extend',
    idempotent: {},
    body: OfRun,
    result: FloorVehicle,
  }),
  slow: route({
    method: 'POST',
    path: '/dispatch/sysDispatch/slow',
    summary: 'Has the vehicle of a run go slowly, or as fast as before',
    access: 'dispatch:stop',
    body: OfRun.extend({ slowed: z.boolean() }),
    result: FloorVehicle,
  }),
  stop: route({
    method: 'POST',
    path: '/dispatch/sysDispatch/stop',
    summary: 'Stops a run when its vehicle has had its time to come back, or at once; one that is over stays so',
    access: 'dispatch:stop',
    body: OfRun.extend({ now: z.boolean().default(false) }),
    result: FloorVehicle,
  }),
  lap: route({
    method: 'POST',
    path: '/dispatch/sysDispatch/lap',
    summary: 'Counts a lap of a run by its number; one that is counted already changes nothing',
    access: 'dispatch:lap',
    body: OfRun.extend({ number: z.number().int().min(1).max(9999) }),
    result: FloorVehicle,
  }),
  swap: route({
    method: 'POST',
    path: '/dispatch/sysDispatch/swap',
    summary: 'Moves what is left of a run to a free vehicle, and may take the first one out of service',
    access: 'dispatch:swap',
    idempotent: {},
    body: OfRun.extend({ vehicleId: z.uuid(), maintain: z.boolean().default(false), reason: line(200).default('') }),
    result: FloorVehicle,
  }),
})
