import { z } from 'zod'
import { crudRoutes, listQueryOf } from '#shared/core/crud.ts'
import { excelRoutes } from '#shared/core/excel.ts'
import { choiceFilter, route } from '#shared/core/route.ts'
import { line } from '#shared/core/text.ts'
import { CancelledEvent, EventState, eventResource } from './events.schema.ts'

/** The state now, which follows from the times. */
const besides = { eventState: choiceFilter(EventState) }
const calls = crudRoutes(eventResource)
const labels = { ...eventResource.labels, reason: 'event.cancelReason' } as const

/** Events of a store, for which members sign up (spec §3). */
export const events = {
  ...calls,
  list: route({ ...calls.list, query: listQueryOf(eventResource).extend(besides) }),
  exportXls: excelRoutes(eventResource, besides).exportXls,
  cancel: route({
    labels,
    method: 'POST',
    path: `${eventResource.path}/cancel`,
    summary: 'Cancels an event with all its sign-ups, and gives every fee back whole',
    access: 'event:cancel',
    body: z.object({ id: z.uuid(), reason: line(200, 1) }),
    result: CancelledEvent,
    message: 'message.event.cancelled',
    idempotent: {},
  }),
}

export type EventRow = z.output<(typeof events)['queryById']['result']>
