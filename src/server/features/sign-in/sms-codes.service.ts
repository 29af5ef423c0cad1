import { randomInt } from 'node:crypto'
import { askerOf, createGuard, guarded } from '#server/core/auth-guard.ts'
import { hashOf } from '#server/core/call.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { sendSms } from '#server/core/sms.ts'
import { AppError } from '#shared/core/errors.ts'
import { text } from '#shared/i18n/catalogue.ts'

/** 0 sign-in, 1 register, 2 password reset. */
export type SmsMode = '0' | '1' | '2'

const VALID_MS = 10 * 60_000
const MOST_TRIES = 5
const FREE_SENDS = { phone: 6, address: 31 }

export function smsCodesService(deps: Pick<Deps, 'db' | 'clock'>) {
  const { db, clock } = deps
  const guard = createGuard(deps)
  const hashed = (phone: string, code: string) => hashOf(`sms ${phone} ${code}`)

  return {
    /** Sends a code; a phone that nobody has is answered alike, and gets no message. */
    async send(phone: string, mode: SmsMode, { ip, locale }: CallContext): Promise<void> {
      if (phone === '') throw new AppError('account.phoneEmpty', { field: 'mobile' })
      const asker = `sms from ${askerOf(ip)}`
      const [to, from] = [guarded(`sms ${phone}`, FREE_SENDS.phone), guarded(asker, FREE_SENDS.address)]
      // Whoever asks is counted first, whatever the answer: texts cost money, and a refusal tells who is registered.
      await guard.oneByOne(asker, async () => {
        await guard.open([to, from])
        await guard.failed([from])
      })
      const person = await db.kysely
        .selectFrom('userAccount')
        .select('status')
        .where('phone', '=', phone)
        .where('deletedAt', 'is', null)
        .executeTakeFirst()
      if (mode === '1' && person) throw new AppError('account.phoneRegistered', { field: 'mobile' })
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const expiresAt = new Date(clock().getTime() + VALID_MS)
      const row = { codeHash: hashed(phone, code), tries: 0, expiresAt }
      await db.kysely.transaction().execute(async (trx) => {
        const { numInsertedOrUpdatedRows: written } = await trx
          .insertInto('smsCode')
          .values({ phone, mode, ...row })
          .onConflict((conflict) =>
            conflict.columns(['phone', 'mode']).doUpdateSet(row).where('smsCode.expiresAt', '<=', clock()),
          )
          .executeTakeFirstOrThrow()
        if (!written) throw new AppError('account.smsStillValid')
        if (mode === '1' || person?.status === 1) {
          await sendSms(trx, { phone, text: text(locale, 'sms.code', { code, minutes: VALID_MS / 60_000 }) })
        }
      })
      await guard.failed([to])
    },

    /** Checks a code; `keep` leaves it for the step that follows. */
    async check(phone: string, mode: SmsMode, code: string, keep = false): Promise<void> {
      const row = await db.kysely
        .updateTable('smsCode')
        .set((eb) => ({ tries: eb('tries', '+', 1) }))
        .where('phone', '=', phone)
        .where('mode', '=', mode)
        .where('expiresAt', '>', clock())
        .returning(['codeHash', 'tries'])
        .executeTakeFirst()
      const right = row !== undefined && row.tries <= MOST_TRIES && row.codeHash === hashed(phone, code)
      if (!right) throw new AppError('account.smsWrong', { field: 'captcha' })
      if (keep) return
      const { numDeletedRows } = await db.kysely
        .deleteFrom('smsCode')
        .where('phone', '=', phone)
        .where('mode', '=', mode)
        .where('codeHash', '=', row.codeHash)
        .executeTakeFirst()
      // Somebody else used it at the same moment.
      if (numDeletedRows === 0n) throw new AppError('account.smsWrong', { field: 'captcha' })
    },
  }
}

export type SmsCodes = ReturnType<typeof smsCodesService>
