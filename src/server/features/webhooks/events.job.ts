import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'

/** Rows are read again for this time, longer than any transaction lasts, because a row may be committed long after its time. */
const OVERLAP_MS = 30 * 60_000

interface Wanted {
  stores: string[]
  events: string[]
  since: Date
}

/**
 * Stores a delivery of each new event for each endpoint that wants it, in one transaction with the watermark. Any copy may do it, one at a
 * time. Without endpoints nothing is read. Returns the number of new deliveries.
 */
export const findEvents = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> =>
  db.scoped(EVERY_STORE, async (trx) => {
    const { rows: wanted } = await sql<{ [K in keyof Wanted]: Wanted[K] | null }>`
      select array_agg(distinct s.org_code) as stores, array_agg(distinct w.event) as events, min(e.since_at) as since
      from webhook_endpoint e join store s on starts_with(s.org_code, e.org_code)
        cross join lateral unnest(string_to_array(e.events, ',')) as w (event)
      where e.enabled and e.secret_sealed <> ''`.execute(trx)
    const [{ stores, events, since } = { stores: null, events: null, since: null }] = wanted
    if (!stores || !events || !since) return 0
    const { rows: free } = await sql`select from webhook_watermark for update skip locked`.execute(trx)
    if (free.length === 0) return 0
    const now = clock()
    const { rows: marks } = await sql<{ foundAt: Date; orders: number; runs: number }>`
      select found_at, orders, runs from move_webhook_watermark(${now})`.execute(trx)
    const [mark] = marks
    if (!mark) throw new Error('the watermark of webhooks is missing')
    // Nothing from before the first endpoint is sent. A clock that was set back finds what happened since.
    const found = Math.min(mark.foundAt.getTime(), now.getTime())
    const from = new Date(Math.max(found, since.getTime()) - OVERLAP_MS)
    const added = await sql`
      insert into webhook_delivery (id, org_code, endpoint_id, event_id, event, source_id, happened_at, payload, next_at, created_at)
      select gen_random_uuid(), w.org_code, w.id, e.event_id, e.event, e.source_id, e.happened_at,
          jsonb_build_object('id', e.event_id, 'event', e.event,
            'time', to_char(e.happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'store', e.org_code, 'data', e.data),
          ${now}, ${now}
        from (select f.*, md5('pitlane ' || f.event || ' ' || f.source_id)::uuid as event_id
          from webhook_events(${stores}, ${events}, ${from}, ${mark.orders}, ${mark.runs}) f) e
        join webhook_endpoint w on starts_with(e.org_code, w.org_code) and w.enabled and w.secret_sealed <> ''
          and e.event = any (string_to_array(w.events, ',')) and e.happened_at > w.since_at
        order by e.happened_at
      on conflict (endpoint_id, event, source_id, org_code) do nothing`.execute(trx)
    return Number(added.numAffectedRows ?? 0)
  })

/** Deletes deliveries that ended long ago, and waiting ones of endpoints that were off all that time. */
export const pruneDeliveries = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, keepDays: number): Promise<number> =>
  db.scoped(EVERY_STORE, async (trx) => {
    // Never so early that an event would be found a second time.
    const before = new Date(clock().getTime() - Math.max(keepDays, 5) * 86_400_000)
    const { numAffectedRows } = await sql`delete from webhook_delivery where created_at < ${before}`.execute(trx)
    return Number(numAffectedRows ?? 0)
  })
