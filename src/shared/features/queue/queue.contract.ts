import { onScreen, route } from '#shared/core/route.ts'
import { LineUpStart, StartedRides, StartQueuedInput } from './queue.schema.ts'

/** The line of those who have paid and wait for a vehicle (spec §2 queue actions). */
export const queue = onScreen('queue', {
  start: route({
    method: 'POST',
    path: '/queue/sysQueue/start',
    summary: 'Starts rides that wait in line, each on a vehicle, all or none: several are a heat',
    access: 'queue:start',
    body: StartQueuedInput,
    result: StartedRides,
    message: 'message.queue.started',
    keyed: {},
  }),
  lineupstart: route({
    method: ['GET', 'POST'],
    path: '/consume/sysConsume/lineupstart',
    summary: 'Starts a queued order on a chosen vehicle; several rides of one order take several vehicles',
    access: 'queue:start',
    query: LineUpStart,
    result: StartedRides,
    message: 'message.queue.started',
    keyed: {},
  }),
})
