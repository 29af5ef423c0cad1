import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { DeliveryRefused, NotTaken, postMessage } from './http-channel.service.ts'
import { sendByProvider, smsProviderFor } from './sms-providers.service.ts'

interface PendingSms {
  id: string
  phone: string
  text: string
  tries: number
  once: boolean
  storeCode: string
  templateCode: string
  params: string
}

/** Poll interval of the outbox on each copy of the server. */
export const OUTBOX_MS = 2000
/** SMS that are sent at the same time. */
const BATCH = 20
const MAX_BATCHES = 50
/** A claim expires after this time, because the copy of the server that took it must have died. */
const CLAIM_MS = 60_000
const FIRST_RETRY_MS = 5000
const MAX_RETRY_MS = 600_000
/** A failing SMS is given up after this time. Waiting for the end of quiet hours or for a server does not count. */
const LIFETIME_MS = 3_600_000

/** The result of an SMS whose `useful_until` has passed. */
const LATE = 'late'

const after = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds)

/**
 * Claims waiting SMS for this copy of the server: first single ones, for which a guest waits, then mass messages. Not claimed are SMS
 * without a provider, in quiet hours, or of a mass message that a user has stopped. An SMS that is sent at most once is never claimed
 * twice and ends as unknown. One whose `useful_until` has passed fails.
 */
const claim = ({ db, clock, config }: Deps): Promise<PendingSms[]> =>
  db.scoped(EVERY_STORE, async (trx) => {
    const now = clock()
    await sql`update sms_outbox set state = 'unknown', result = 'interrupted', claim_until = null
      where state = 'waiting' and once and tries > 0 and claim_until <= ${now}`.execute(trx)
    await sql`update sms_outbox set state = 'failed', result = ${LATE}, claim_until = null
      where state = 'waiting' and useful_until <= ${now} and (claim_until is null or claim_until <= ${now})`.execute(
      trx,
    )
    const { rows } = await sql<PendingSms>`
      update sms_outbox set claim_until = ${after(now, CLAIM_MS)}, tries = tries + 1,
        give_up_at = coalesce(give_up_at + (${now}::timestamptz - claim_until), ${after(now, LIFETIME_MS)})
      where id in (select o.id from sms_outbox o left join store s on s.org_code = o.store_code
        where o.state = 'waiting' and (o.claim_until is null or o.claim_until <= ${now})
          and (${config.smsUrl !== undefined}
            or exists (select from sms_provider p where p.enabled and starts_with(o.store_code, p.org_code)))
          and (not o.quiet or sms_quiet_end(s, ${now}) is null)
          and not exists (select from mass_message m where m.id = o.mass_message_id and m.stop_reason = 'person')
        order by o.once, o.created_at limit ${BATCH} for update of o skip locked)
      returning id, phone, text, tries, once, store_code, template_code, params`.execute(trx)
    return rows
  })

const finish = ({ db }: Deps, id: string, state: 'sent' | 'failed' | 'unknown', result: string) =>
  sql`update sms_outbox set state = ${state}, result = ${result}, claim_until = null where id = ${id}`.execute(
    db.kysely,
  )

const release = ({ db, clock }: Deps, { id, tries, once }: PendingSms, result: string) => {
  const retryMs = Math.min(FIRST_RETRY_MS * 2 ** (tries - 1), MAX_RETRY_MS)
  return sql`update sms_outbox set claim_until = ${after(clock(), retryMs)}, result = ${result}, tries = ${once ? 0 : tries},
    state = case when give_up_at <= ${clock()} then 'failed' else 'waiting' end
    where id = ${id}`.execute(db.kysely)
}

type Provider = Awaited<ReturnType<typeof smsProviderFor>>

/** Hands an SMS to the provider of its store, else to the one of the server's settings; returns the answer. */
function handOver(deps: Deps, { id, phone, text, ...more }: PendingSms, provider: Provider): Promise<string> {
  if (provider) return sendByProvider(deps, provider, { id, phone, ...more })
  const { smsUrl: url, smsToken: token } = deps.config
  if (url === undefined) return Promise.reject(new NotTaken('no provider'))
  return postMessage({ url, token, id, body: { phone, text } })
}

async function send(deps: Deps, sms: PendingSms, provider: Provider): Promise<void> {
  const { id, once } = sms
  try {
    await finish(deps, id, 'sent', await handOver(deps, sms, provider))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (error instanceof DeliveryRefused) await finish(deps, id, 'failed', reason)
    // It is not known whether the provider took it, and a repeat could reach the guest twice.
    else if (once && !(error instanceof NotTaken)) await finish(deps, id, 'unknown', reason)
    else await release(deps, sms, reason)
  }
}

/** Sends waiting SMS of the outbox to their providers; without one they stay there. */
export async function sendOutbox(deps: Deps): Promise<void> {
  for (let count = 0; count < MAX_BATCHES; count++) {
    const batch = await claim(deps)
    if (batch.length === 0) return
    const providers = new Map<string, Provider>()
    for (const { storeCode } of batch) {
      if (!providers.has(storeCode)) providers.set(storeCode, await smsProviderFor(deps, storeCode))
    }
    await Promise.all(batch.map((sms) => send(deps, sms, providers.get(sms.storeCode) ?? null)))
  }
}
