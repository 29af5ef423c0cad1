import { randomInt } from 'node:crypto'
import { askerOf, createGuard, type Guarded, guarded } from '#server/core/auth/auth-guard.ts'
import { hashOf } from '#server/core/secrets/token-hash.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { sendSms } from '#server/core/sms.ts'
import { AppError } from '#shared/core/errors.ts'
import { text } from '#shared/i18n/catalogue.ts'

/** Of users: 0 sign-in, 1 register, 2 password reset. Of members: 3 sign-in to the member page, 4 consumption password. */
export type SmsMode = '0' | '1' | '2' | '3' | '4'

const VALID_MS = 10 * 60_000
const MAX_TRIES = 5
/** Guests at a venue share one address; a code that was entered rightly counts no more. */
const FREE_SENDS = { phone: 6, address: 31, addressOfMembers: 121 }
/** Wrong codes stay counted after a code expires, as wrong passwords do. */
const FREE_CODES = { pair: 6, phone: 21, address: 41 }

interface Asked {
  phone: string
  mode: SmsMode
}

interface Guess extends Asked {
  code: string
  keep?: boolean
  /** The store of a member's code; runs after the guess was counted. Codes of users belong to none. */
  storeOf?: () => Promise<string>
}

interface NewCode extends Asked {
  /** Runs after the request was counted. Whether the phone gets a text; the same statements run in either case. */
  lookUp(): Promise<{ isWanted: boolean; template: 'sms.code' | 'sms.registered'; storeCode?: string }>
}

/** The requests for codes of an address. */
const sendsFrom = (mode: SmsMode, ip: string): Guarded =>
  mode === '3' || mode === '4'
    ? guarded(`member sms from ${askerOf(ip)}`, FREE_SENDS.addressOfMembers)
    : guarded(`sms from ${askerOf(ip)}`, FREE_SENDS.address)

export function smsCodesService(deps: Pick<Deps, 'db' | 'clock'>) {
  const { db, clock } = deps
  const guard = createGuard(deps)
  const hashed = (phone: string, code: string) => hashOf(`sms ${phone} ${code}`)

  /** Sends a code, and returns it for demos. Neither the answer nor the statements depend on whether the phone is known. */
  const sendCode = async (
    { phone, mode, lookUp }: NewCode,
    { ip, locale }: Pick<CallContext, 'ip' | 'locale'>,
  ): Promise<string> => {
    if (phone === '') throw new AppError('account.phoneEmpty', { field: 'mobile' })
    // Every request is counted first: texts cost money, and refusals would reveal who is registered.
    await guard.reserve([sendsFrom(mode, ip)])
    const sent = await guard.reserve([guarded(`sms ${phone}`, FREE_SENDS.phone)])
    const { isWanted, template, storeCode = '' } = await lookUp()
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const expiresAt = new Date(clock().getTime() + VALID_MS)
    const row = { codeHash: hashed(phone, code), tries: 0, expiresAt }
    const written = await db.kysely.transaction().execute(async (trx) => {
      const { numInsertedOrUpdatedRows: rows } = await trx
        .insertInto('smsCode')
        .values({ phone, mode, storeCode, ...row })
        .onConflict((conflict) =>
          conflict
            .columns(['phone', 'mode', 'storeCode'])
            .doUpdateSet(row)
            // A code without attempts left is useless, and another caller may have used them up.
            .where((eb) => eb.or([eb('smsCode.expiresAt', '<=', clock()), eb('smsCode.tries', '>=', MAX_TRIES)])),
        )
        .executeTakeFirstOrThrow()
      if (!rows) return false
      const sms = { phone, text: text(locale, template, { code, minutes: VALID_MS / 60_000 }) }
      await sendSms(trx, sms, isWanted)
      return true
    })
    if (written) return code
    await sent.right()
    throw new AppError('account.smsStillValid')
  }

  return {
    sendCode,

    /** Sends a code to a user. */
    async send(phone: string, mode: SmsMode, ctx: CallContext): Promise<void> {
      const lookUp = async () => {
        const person = await db.kysely
          .selectFrom('userAccount')
          .select('status')
          .where('phone', '=', phone)
          .where('deletedAt', 'is', null)
          .executeTakeFirst()
        const template = mode === '1' && person ? ('sms.registered' as const) : ('sms.code' as const)
        return { template, isWanted: mode === '1' || person?.status === 1 }
      }
      await sendCode({ phone, mode, lookUp }, ctx)
    },

    /** Checks a code; `keep` leaves it for the step that follows. */
    async check({ phone, mode, code, keep = false, storeOf }: Guess, { ip }: Pick<CallContext, 'ip'>): Promise<void> {
      const asker = askerOf(ip)
      const pair = guarded(`code ${phone} ${asker}`, FREE_CODES.pair)
      const others = [guarded(`code ${phone}`, FREE_CODES.phone), guarded(`codes from ${asker}`, FREE_CODES.address)]
      const tries = await guard.reserve([pair, ...others])
      const storeCode = (await storeOf?.()) ?? ''
      const row = await db.kysely
        .updateTable('smsCode')
        .set((eb) => ({ tries: eb('tries', '+', 1) }))
        .where('phone', '=', phone)
        .where('mode', '=', mode)
        .where('storeCode', '=', storeCode)
        .where('expiresAt', '>', clock())
        .returning(['codeHash', 'tries'])
        .executeTakeFirst()
      const right = row !== undefined && row.tries <= MAX_TRIES && row.codeHash === hashed(phone, code)
      if (!right) throw new AppError('account.smsWrong', { field: 'captcha' })
      await tries.right([pair])
      if (keep) return
      const { numDeletedRows } = await db.kysely
        .deleteFrom('smsCode')
        .where('phone', '=', phone)
        .where('mode', '=', mode)
        .where('storeCode', '=', storeCode)
        .where('codeHash', '=', row.codeHash)
        .executeTakeFirst()
      // A concurrent call used it.
      if (numDeletedRows === 0n) throw new AppError('account.smsWrong', { field: 'captcha' })
      await guard.giveBack([sendsFrom(mode, ip)])
    },
  }
}

export type SmsCodes = ReturnType<typeof smsCodesService>
