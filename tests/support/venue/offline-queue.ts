import { newId } from '#shared/core/id.ts'
import type { Permissions } from '#shared/features/access/access.schema.ts'
import type { StartFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { Handlers, TestTerminal } from '#tests/terminal/harness.ts'
import { venue } from './counter-venue.ts'

const LINE_RIGHTS = [
  'member:search',
  'playbeforepay:add',
  'consume:add',
  'queue:list',
  'queue:start',
  'queue:call',
  'queue:edit',
]

export type Place = Awaited<ReturnType<Handlers['offlineQueue']['join']>>

/** A user with these actions and no others. */
export const allowed = (...actions: string[]): Permissions => ({
  menu: [],
  auth: actions.map((action) => ({ action, describe: '', type: '1' })),
  allAuth: actions.map((action) => ({ action, describe: '', type: '1', status: '1' })),
})

/** A cashier with the actions of the queue. */
export const lineCashier = (): Permissions => allowed(...LINE_RIGHTS)

/** Queues a guest at a counter without its server. */
export const joinLine = (
  { handlers }: Pick<TestTerminal, 'handlers'>,
  given: Parameters<typeof venue.fields>[0] = {},
  id = newId(),
): Promise<Place> => handlers.offlineQueue.join({ ...venue.fields({ vehicleId: '', ...given }), id })

/** Starts the ride of a queue entry on a vehicle. */
export const startPlace = ({ handlers }: Pick<TestTerminal, 'handlers'>, place: Place, vehicleId: string) =>
  handlers.starts.start({ ...(place.fields as StartFields), vehicleId, id: place.startId })

/** A time zone in which it is noon now: no business day ends during a test. */
export function noonZone(): string {
  const offset = 12 - new Date().getUTCHours()
  // The names of these zones have the opposite sign.
  return offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
}
