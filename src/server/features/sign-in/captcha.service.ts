import { askerOf, createGuard, guarded } from '#server/core/auth/auth-guard.ts'
import { hashOf } from '#server/core/secrets/token-hash.ts'
import type { Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { pictureOf, randomSigns } from './captcha.image.ts'

const VALID_MS = 60_000
/** How many captchas an address gets at once. Then it waits, longer each time, until it has requested none for a minute. */
const FREE_PICTURES = 120
const PATIENCE = { first: 1, longest: 60, forgives: 60 }

/** Captchas: images that a program cannot read easily. All copies of the server can check them. */
export function captchaService(deps: Pick<Deps, 'db' | 'clock'>) {
  const { db, clock } = deps
  const guard = createGuard(deps)
  /** Deletes a captcha and compares the answer. Of simultaneous answers only one is compared. */
  const take = async (checkKey: string, answer: string) => {
    const row = await db.kysely
      .deleteFrom('loginCaptcha')
      .where('checkKey', '=', hashOf(checkKey))
      .where('expiresAt', '>', clock())
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new AppError('auth.captchaInvalid', { field: 'captcha', captcha: true })
    if (row.answer.toLowerCase() === answer.trim().toLowerCase()) return row
    throw new AppError('auth.captchaWrong', { field: 'captcha', captcha: true })
  }

  return {
    async picture(checkKey: string, ip: string): Promise<string> {
      await guard.reserve([guarded(`pictures for ${askerOf(ip)}`, FREE_PICTURES, PATIENCE)]).catch((error: unknown) => {
        // The messages of the other guards are about passwords.
        throw error instanceof AppError ? new AppError('common.tooManyRequests', error.details) : error
      })
      const answer = randomSigns()
      const expiresAt = new Date(clock().getTime() + VALID_MS)
      await db.kysely.deleteFrom('loginCaptcha').where('expiresAt', '<', clock()).execute()
      await db.kysely
        .insertInto('loginCaptcha')
        .values({ checkKey: hashOf(checkKey), answer, expiresAt })
        .onConflict((conflict) => conflict.column('checkKey').doUpdateSet({ answer, expiresAt }))
        .execute()
      return pictureOf(answer)
    },
    /** Checks an answer without consuming it if it is right; the following sign-in consumes it. */
    async check(checkKey: string, answer: string): Promise<void> {
      const row = await take(checkKey, answer)
      await db.kysely
        .insertInto('loginCaptcha')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    async use(checkKey: string, answer: string): Promise<void> {
      await take(checkKey, answer)
    },
  }
}
