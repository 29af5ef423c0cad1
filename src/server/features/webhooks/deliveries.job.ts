import { sql } from 'kysely'
import { idFrom } from '#server/core/content-id.ts'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'
import { languageOf, sendNotice } from '#server/features/messages/index.ts'
import type { DeliveryAttempt } from '#shared/features/webhooks/webhooks.schema.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { type Posted, postEvent, TIMEOUT_MS } from './webhooks.request.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The pauses after failed attempts. After the last one the delivery has failed. */
export const PAUSES_MS = [
  10_000,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
  24 * HOUR_MS,
]
/** An endpoint that has only failed for this time is switched off. */
export const PATIENCE_MS = 72 * HOUR_MS
/** A claim ends after this time, because the copy of the server that made it must have died. */
const CLAIM_MS = 3 * TIMEOUT_MS
/** Deliveries that a copy has under way at once, so that slow receivers do not hold up others: of one endpoint, of one store, and of all. */
const AT_ONCE = 5
const MAX_OF_STORE = 20
const MAX_IN_FLIGHT = 100

export const secretPurpose = (endpointId: string): string => `webhook ${endpointId}`

interface Claimed {
  id: string
  orgCode: string
  endpointId: string
  event: string
  payload: unknown
  tries: number
  url: string
  secretSealed: string
}

/** Sends what is due. One for each copy of the server, because it knows which endpoints and stores are busy. */
export function createWebhookSender(deps: Deps) {
  const { db, clock, config, log, sealer } = deps
  /** How many deliveries are under way, by endpoint and by store. */
  const busy = new Map<string, number>()
  const count = (name: string, change: 1 | -1): void => {
    const now = (busy.get(name) ?? 0) + change
    if (now > 0) busy.set(name, now)
    else busy.delete(name)
  }
  let inFlight = 0
  let isClaiming = false

  /** Claims due deliveries for this copy alone: a few of each endpoint and store, those of the least busy stores first. */
  const claim = (): Promise<Claimed[]> =>
    db.scoped(EVERY_STORE, async (trx) => {
      const now = clock()
      const underWay = JSON.stringify(Object.fromEntries(busy))
      const { rows } = await sql<Claimed>`
        with waiting as materialized (
          select one.* from webhook_endpoint e cross join lateral (
            select o.id, o.org_code, o.next_at from webhook_delivery o
            where o.endpoint_id = e.id and o.org_code = e.org_code and o.state = 'waiting' and o.next_at <= ${now}
              and (o.claim_until is null or o.claim_until <= ${now}) and (e.enabled or o.event = 'test')
            order by o.next_at limit greatest(0, ${AT_ONCE} - coalesce((${underWay}::jsonb ->> e.id::text)::integer, 0))
            for update skip locked) one
          where e.secret_sealed <> ''),
        placed as (
          select id, org_code, coalesce((${underWay}::jsonb ->> org_code)::integer, 0)
            + row_number() over (partition by org_code order by next_at) as place from waiting),
        due as (
          select id, org_code from placed where place <= ${MAX_OF_STORE} order by place limit ${MAX_IN_FLIGHT - inFlight})
        update webhook_delivery d set claim_until = ${new Date(now.getTime() + CLAIM_MS)}, tries = d.tries + 1
          from due join webhook_endpoint w on w.org_code = due.org_code
          where d.id = due.id and d.org_code = due.org_code and w.id = d.endpoint_id
          returning d.id, d.org_code, d.endpoint_id, d.event, d.payload, d.tries, w.url, w.secret_sealed`.execute(trx)
      return rows
    })

  const send = async ({ url, secretSealed, endpointId, payload, event, id: deliveryId }: Claimed): Promise<Posted> => {
    let secret: string
    try {
      secret = sealer.open(secretSealed, secretPurpose(endpointId))
    } catch {
      return { status: 0, answer: 'the secret was sealed with another key; make a new one', ms: 0 }
    }
    const body = JSON.stringify(payload)
    return postEvent({ url, secret, body, event, deliveryId, now: clock(), allowsPrivate: config.webhooksPrivate })
  }

  const deliver = async (delivery: Claimed): Promise<void> => {
    const { endpointId, orgCode } = delivery
    count(endpointId, 1)
    count(orgCode, 1)
    inFlight++
    try {
      await finish(deps, delivery, await send(delivery))
    } catch (error) {
      // Its claim ends by itself, and the event is sent again.
      log.warn({ err: error }, 'the result of a webhook could not be stored')
    } finally {
      count(endpointId, -1)
      count(orgCode, -1)
      inFlight--
    }
  }

  /** Begins to send what is due. Resolves when it is claimed, to the deliveries that are under way. */
  const begin = async (): Promise<{ sent: Promise<void>[] }> => {
    // A second claim would not know what the first one begins.
    if (isClaiming || inFlight >= MAX_IN_FLIGHT) return { sent: [] }
    isClaiming = true
    try {
      return { sent: (await claim()).map(deliver) }
    } finally {
      isClaiming = false
    }
  }

  return {
    begin,
    /** Begins to send what is due, and more when that is done. Waits for no receiver. */
    async run(): Promise<void> {
      for (const one of (await begin()).sent) {
        void one.then(() => this.run()).catch((error: unknown) => log.warn({ err: error }, 'sending webhooks failed'))
      }
    },
  }
}

/** Stores the result of an attempt, and what follows for the delivery and its endpoint. */
const finish = (
  deps: Deps,
  { id, orgCode, endpointId, tries }: Claimed,
  { status, answer, ms }: Posted,
): Promise<void> =>
  deps.db.scoped(EVERY_STORE, async (trx) => {
    const now = deps.clock()
    const isTaken = status >= 200 && status < 300
    const pause = PAUSES_MS[tries - 1]
    const attempt: DeliveryAttempt = { at: now.toISOString(), ms, status, answer }
    const state = isTaken ? 'sent' : pause === undefined ? 'failed' : 'waiting'
    await sql`update webhook_delivery set state = ${state}, claim_until = null,
        attempts = attempts || ${JSON.stringify([attempt])}::jsonb,
        next_at = ${new Date(now.getTime() + (state === 'waiting' ? (pause ?? 0) : 0))},
        ended_at = case when ${state} <> 'waiting' then ${now}::timestamptz end
      where id = ${id} and org_code = ${orgCode} and state = 'waiting'`.execute(trx)
    const failing = isTaken ? sql`null` : sql`coalesce(failing_since, ${now})`
    const { rows } = await sql<{ failingSince: Date | null; name: string; ownerId: string | null; enabled: boolean }>`
      update webhook_endpoint set failing_since = ${failing}, sent_at = case when ${isTaken} then ${now}::timestamptz else sent_at end
      where id = ${endpointId} and org_code = ${orgCode} returning failing_since, name, owner_id, enabled`.execute(trx)
    const [endpoint] = rows
    const since = endpoint?.failingSince
    if (!endpoint?.enabled || !since || now.getTime() - since.getTime() < PATIENCE_MS) return
    await switchOff(deps, trx, { ...endpoint, id: endpointId, orgCode, since, now, answer: `${status} ${answer}` })
  })

interface Failing {
  id: string
  orgCode: string
  name: string
  ownerId: string | null
  since: Date
  now: Date
  answer: string
}

/** Switches off an endpoint that nobody answers at, fails what waits for it, and notifies its owner. */
async function switchOff(deps: Deps, trx: Transaction, { id, orgCode, name, ownerId, since, now, answer }: Failing) {
  await sql`update webhook_endpoint set enabled = false, stopped_because = ${answer.slice(0, 300)}
    where id = ${id} and org_code = ${orgCode}`.execute(trx)
  await sql`update webhook_delivery set state = 'failed', ended_at = ${now}, claim_until = null
    where endpoint_id = ${id} and org_code = ${orgCode} and state = 'waiting'`.execute(trx)
  if (ownerId === null) return
  await sendNotice(deps, trx, [{ id: ownerId, language: await languageOf(trx, ownerId) }], {
    orgCode,
    idFor: (userId) => idFrom('webhook', id, since.toISOString(), userId),
    texts: (language) => ({
      title: text(language, 'webhook.notice.title', { name }),
      paragraphs: [text(language, 'webhook.notice.reason'), answer, text(language, 'webhook.notice.more')],
    }),
  })
}
