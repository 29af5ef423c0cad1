import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'

const DAY_MS = 86_400_000

/** Removes tokens that have been invalid for some days, and expired codes and captchas. */
export function pruneSignIns({ db, clock }: Deps, keepDays: number): Promise<number> {
  return db.scoped(EVERY_STORE, async (trx) => {
    const now = clock()
    const before = new Date(now.getTime() - keepDays * DAY_MS)
    const removed = [
      await sql`delete from access_token where expires_at < ${before} or revoked_at < ${before}`.execute(trx),
      await sql`delete from personal_token where expires_at < ${before} or revoked_at < ${before}`.execute(trx),
      await sql`delete from sms_code where expires_at < ${now}`.execute(trx),
      await sql`delete from member_session where expires_at < ${now}`.execute(trx),
      await sql`delete from login_captcha where expires_at < ${now}`.execute(trx),
    ]
    return removed.reduce((sum, { numAffectedRows = 0n }) => sum + Number(numAffectedRows), 0)
  })
}
