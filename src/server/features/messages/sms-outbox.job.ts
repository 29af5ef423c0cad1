import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { DeliveryRefused, postMessage } from './http-channel.service.ts'

interface PendingSms {
  id: string
  phone: string
  text: string
  tries: number
}

/** Poll interval of the outbox on each copy of the server. */
export const OUTBOX_MS = 2000
const MAX_BATCH = 100
/** A claim expires after this time, because the copy of the server that took it must have died. */
const CLAIM_MS = 60_000
const FIRST_RETRY_MS = 5000
const MAX_RETRY_MS = 600_000
/** An SMS that could not be sent within this time fails. */
const LIFETIME_MS = 3_600_000

const after = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds)

/** Claims the oldest waiting SMS, for this copy only. */
async function claim({ db, clock }: Deps): Promise<PendingSms | undefined> {
  const now = clock()
  const { rows } = await sql<PendingSms>`
    update sms_outbox set claim_until = ${after(now, CLAIM_MS)}, tries = tries + 1
    where id = (select id from sms_outbox
      where state = 'waiting' and (claim_until is null or claim_until <= ${now})
      order by created_at limit 1 for update skip locked)
    returning id, phone, text, tries`.execute(db.kysely)
  return rows[0]
}

const finish = ({ db }: Deps, id: string, state: 'sent' | 'failed', result: string) =>
  sql`update sms_outbox set state = ${state}, result = ${result}, claim_until = null where id = ${id}`.execute(
    db.kysely,
  )

const release = ({ db, clock }: Deps, { id, tries }: PendingSms, result: string) => {
  const retryMs = Math.min(FIRST_RETRY_MS * 2 ** (tries - 1), MAX_RETRY_MS)
  return sql`update sms_outbox set claim_until = ${after(clock(), retryMs)}, result = ${result},
    state = case when created_at < ${after(clock(), -LIFETIME_MS)} then 'failed' else 'waiting' end
    where id = ${id}`.execute(db.kysely)
}

/** Sends waiting SMS of the outbox to the configured provider; without one they stay there. */
export async function sendOutbox(deps: Deps): Promise<void> {
  const { smsUrl: url, smsToken: token } = deps.config
  if (url === undefined) return
  for (let count = 0; count < MAX_BATCH; count++) {
    const sms = await claim(deps)
    if (!sms) return
    const { id, phone, text } = sms
    try {
      await finish(deps, id, 'sent', await postMessage({ url, token, id, body: { phone, text } }))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (error instanceof DeliveryRefused) await finish(deps, id, 'failed', reason)
      else await release(deps, sms, reason)
    }
  }
}
