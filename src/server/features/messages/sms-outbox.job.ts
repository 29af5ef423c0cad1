import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { DeliveryRefused, postMessage } from './http-channel.service.ts'

interface Waiting {
  id: string
  phone: string
  text: string
  tries: number
}

/** How often each copy looks into the outbox. */
export const OUTBOX_MS = 2000
const MOST_AT_ONCE = 100
/** Whoever takes a text has this long; after that it was a copy of the server that died. */
const CLAIM_MS = 60_000
const FIRST_PAUSE_MS = 5000
const LONGEST_PAUSE_MS = 600_000
/** Nobody waits longer for a text message. */
const LIFETIME_MS = 3_600_000

const after = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds)

/** Takes the oldest waiting text; two copies never take the same. */
async function take({ db, clock }: Deps): Promise<Waiting | undefined> {
  const now = clock()
  const { rows } = await sql<Waiting>`
    update sms_outbox set claim_until = ${after(now, CLAIM_MS)}, tries = tries + 1
    where id = (select id from sms_outbox
      where state = 'waiting' and (claim_until is null or claim_until <= ${now})
      order by created_at limit 1 for update skip locked)
    returning id, phone, text, tries`.execute(db.kysely)
  return rows[0]
}

const close = ({ db }: Deps, id: string, state: 'sent' | 'failed', result: string) =>
  sql`update sms_outbox set state = ${state}, result = ${result}, claim_until = null where id = ${id}`.execute(
    db.kysely,
  )

const putBack = ({ db, clock }: Deps, { id, tries }: Waiting, result: string) => {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS)
  return sql`update sms_outbox set claim_until = ${after(clock(), pause)}, result = ${result},
    state = case when created_at < ${after(clock(), -LIFETIME_MS)} then 'failed' else 'waiting' end
    where id = ${id}`.execute(db.kysely)
}

/** Hands what waits in the outbox to the SMS provider, where one is set; without one it stays there to be looked at. */
export async function sendOutbox(deps: Deps): Promise<void> {
  const { smsUrl: url, smsToken: token } = deps.config
  if (url === undefined) return
  for (let count = 0; count < MOST_AT_ONCE; count++) {
    const sms = await take(deps)
    if (!sms) return
    const { id, phone, text } = sms
    try {
      await close(deps, id, 'sent', await postMessage({ url, token, id, body: { phone, text } }))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (error instanceof DeliveryRefused) await close(deps, id, 'failed', reason)
      else await putBack(deps, sms, reason)
    }
  }
}
