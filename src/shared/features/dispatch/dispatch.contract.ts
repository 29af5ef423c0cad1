import { z } from 'zod'
import { onScreen, route } from '#shared/core/route.ts'
import { line } from '#shared/core/text.ts'
import { Floor, FloorVehicle } from './dispatch.schema.ts'

export { Floor, FloorEntry, FloorRun, FloorVehicle, MAX_FLOOR_ENTRIES as FLOOR_ENTRIES } from './dispatch.schema.ts'

const OfRun = z.object({ id: z.uuid() })

/** The dispatch board: vehicles, runs and the queue, and the control of runs. */
export const dispatch = onScreen('dispatch', {
  floor: route({
    method: 'GET',
    path: '/dispatch/sysDispatch/floor',
    summary: 'Vehicles with their runs, and the queue in its order',
    access: 'dispatch:list',
    result: Floor,
  }),
  extend: route({
    method: 'POST',
    path: '/dispatch/sysDispatch/extend',
    summary: 'Extends a run by a lap or a minute, within the limit of the caller’s roles',
    access: 'dispatch:extend',
    idempotent: {},
    body: OfRun,
    result: FloorVehicle,
  }),
  slow: route({
    method: 'POST',
    path: '/dispatch/sysDispatch/slow',
    summary: 'Slows the vehicle of a run down, or releases it again',
    access: 'dispatch:stop',
    body: OfRun.extend({ slowed: z.boolean() }),
    result: FloorVehicle,
  }),
  stop: route({
    method: 'POST',
    path: '/dispatch/sysDispatch/stop',
    summary: 'Stops a run, at once or after the time for the way back; an ended run stays as it is',
    access: 'dispatch:stop',
    body: OfRun.extend({ now: z.boolean().default(false) }),
    result: FloorVehicle,
  }),
  lap: route({
    method: 'POST',
    path: '/dispatch/sysDispatch/lap',
    summary: 'Counts a lap of a run by its number; a lap that is already counted changes nothing',
    access: 'dispatch:lap',
    body: OfRun.extend({ number: z.number().int().min(1).max(9999) }),
    result: FloorVehicle,
  }),
  swap: route({
    method: 'POST',
    path: '/dispatch/sysDispatch/swap',
    summary: 'Moves the rest of a run to a free vehicle, and may put the first vehicle into maintenance',
    access: 'dispatch:swap',
    idempotent: {},
    body: OfRun.extend({ vehicleId: z.uuid(), maintain: z.boolean().default(false), reason: line(200).default('') }),
    result: FloorVehicle,
  }),
})
