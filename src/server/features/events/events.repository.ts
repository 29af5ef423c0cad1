import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { crudTable, type Writer } from '#server/core/lists/crud.ts'
import type { Transaction } from '#server/db/database.ts'
import { levelCodeByName } from '#server/features/members/index.ts'
import { storeFor } from '#server/features/rules/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { toWireTime } from '#shared/core/time.ts'
import { eventProblem, eventStateOf } from '#shared/features/events/events.calc.ts'
import { type EventFields, type EventState, eventFields, eventResource } from '#shared/features/events/events.schema.ts'

type Row = z.output<typeof eventResource.entity>
type Conditions = readonly RawBuilder<unknown>[]

/** A placeholder that `withFigures` replaces. */
const later = (value: unknown) => ({ toWire: () => value, toColumn: () => undefined })
const fieldNames = Object.keys(eventFields.shape) as (keyof EventFields)[]

/** The condition of a state on the table `t`; the same as `eventStateOf`. */
function ofState(state: unknown, now: Date): RawBuilder<unknown>[] {
  const runs = sql`t.cancelled_at is null`
  const conditions: Record<EventState, RawBuilder<unknown>> = {
    cancelled: sql`t.cancelled_at is not null`,
    upcoming: sql`${runs} and t.registration_from > ${now}`,
    registration: sql`${runs} and t.registration_from <= ${now} and t.registration_until > ${now}`,
    closed: sql`${runs} and t.registration_until <= ${now} and t.starts_at > ${now}`,
    running: sql`${runs} and t.starts_at <= ${now} and t.ends_at > ${now}`,
    over: sql`${runs} and t.ends_at <= ${now}`,
  }
  return typeof state === 'string' && Object.hasOwn(conditions, state) ? [conditions[state as EventState]] : []
}

/** The statements of events: each belongs to a store and is validated as a whole. Its state follows from `clock`. */
export function eventTableOf(clock: () => Date) {
  const table = crudTable(eventResource, {
    table: 'event',
    ofStores: true,
    columns: {
      eventName: 'name',
      registrationFee: 'fee',
      registrationStart: 'registrationFrom',
      registrationEnd: 'registrationUntil',
      startTime: 'startsAt',
      endTime: 'endsAt',
      cancelTime: 'cancelledAt',
      cancelBy: 'cancelledBy',
    },
    codecs: { taken: later(0), waiting: later(0), eventState: later('upcoming') },
    complete: withFigures,
  })

  async function withFigures(trx: Transaction, rows: readonly Row[]): Promise<Row[]> {
    const ids = rows.map(({ id }) => id)
    const { rows: found } = await sql<{ id: string; taken: number; waiting: number }>`
      select e.id, event_taken(e.id, e.org_code) as taken, event_waiting(e.id, e.org_code) as waiting
        from event e where e.id = any(${ids}::uuid[])`.execute(trx)
    const figures = new Map(found.map((one) => [one.id, one]))
    const now = toWireTime(clock())
    return rows.map((row) => {
      const { taken = 0, waiting = 0 } = figures.get(row.id) ?? {}
      const eventState = eventStateOf({ ...row, isCancelled: row.cancelTime !== null }, now)
      return { ...row, taken, waiting, eventState }
    })
  }

  const narrowed = ({ eventState }: Record<string, unknown>, more: Conditions = []): Conditions => [
    ...more,
    ...ofState(eventState, clock()),
  ]

  const validated = async (trx: Transaction, orgCode: string, event: EventFields): Promise<EventFields> => {
    const problem = eventProblem(event)
    if (problem) throw new AppError(problem.code, { field: problem.field })
    if (event.memberLevel === '') return event
    return { ...event, memberLevel: await levelCodeByName(trx, orgCode, event.memberLevel) }
  }

  const statements: typeof table = {
    ...table,
    page: (trx, user, query, more) => table.page(trx, user, query, narrowed(query, more)),
    count: (trx, user, query, more) => table.count(trx, user, query, narrowed(query, more)),
    each: (trx, user, query, more) => table.each(trx, user, query, narrowed(query, more)),
    async add(trx, { sysOrgCode, ...event }, writer: Writer) {
      const orgCode = await storeFor(trx, writer.user, sysOrgCode)
      return table.add(trx, await validated(trx, orgCode, event), { ...writer, orgCode })
    },
    async edit(trx, id, values, writer) {
      const { id: known } = await table.get(trx, id)
      // Sign-ups hold the event, so its places do not change under them.
      await sql`select lock_event(${known}, 'id')`.execute(trx)
      const before = await table.get(trx, known)
      if (before.cancelTime !== null) throw new AppError('events.cancelled', { field: 'id', event: before.eventName })
      const given = Object.entries(values).filter(([, value]) => value !== undefined)
      if (given.length === 0) return { before, after: before }
      const old = Object.fromEntries(fieldNames.map((name) => [name, before[name]])) as EventFields
      const changed = { ...old, ...Object.fromEntries(given) } as EventFields
      if (changed.places > 0 && changed.places < before.taken)
        throw new AppError('events.placesTaken', { field: 'places', taken: before.taken })
      return table.edit(trx, known, await validated(trx, before.sysOrgCode, changed), writer)
    },
  }
  return statements
}
