import { randomBytes } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import { askerOf, createGuard, guarded } from '#server/core/auth/auth-guard.ts'
import { hashOf } from '#server/core/secrets/token-hash.ts'
import { UNMATCHABLE_HASH } from '#server/core/secrets/unmatchable-hash.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'
import { currentUserOf, openStoresOf, storesInScope, storesOf } from '#server/features/access/index.ts'
import { AppError } from '#shared/core/errors.ts'
import type { LoginResult } from '#shared/features/sign-in/sign-in.contract.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { captchaService } from './captcha.service.ts'
import { casUser } from './cas.service.ts'
import { replaceFirstPassword, requireOwnPassword } from './first-password.service.ts'
import {
  type Device,
  findKnownSignIn,
  fingerprintsOf,
  isDevice,
  storeKnownSignIn,
} from './known-sign-ins.repository.ts'
import { noteLogin } from './login-log.repository.ts'
import type { SmsCodes } from './sms-codes.service.ts'

/** Sign-in and store choice last seven days (spec §9). */
const WEEK_MS = 604_800_000

/**
 * How many attempts are free before waiting begins, and after how many a captcha is required: few for one account from one place,
 * more for an account or an address alone, so that one colleague does not lock the address of a store.
 */
const ATTEMPTS = { pair: { free: 6, plain: 3 }, account: { free: 21, plain: 9 }, address: { free: 41, plain: 20 } }

/**
 * How many attempts from one address are checked at once. So later attempts see the results of earlier ones, and password hashing
 * does not occupy all processors.
 */
const LANES = 4
const laneOf = (username: string): number => hashOf(username).charCodeAt(0) % LANES

export interface SignInInput {
  username: string
  password: string
  captcha?: string | null
  device?: Device
  checkKey?: string | number | null
  newPassword?: string | null
}

interface Person {
  id: string
  username: string
  realname: string
  phone: string | null
  status: number
  passwordHash: string
  mustChangePassword: boolean
  lastOrgCode: string | null
  lastChosenAt: Date | null
}

/** What a sign-in proves that it knows or has, with the refusal if that is no longer true of the account. */
const DISPROVED = {
  passwordHash: 'auth.wrongPassword',
  phone: 'account.smsWrong',
  username: 'auth.casUnknown',
} as const

/** Locks the account until the token is issued: whoever changes it then finds the token and ends it. */
async function requireUnchanged(trx: Transaction, person: Person, proof: keyof typeof DISPROVED): Promise<void> {
  const now = await trx
    .selectFrom('userAccount')
    .select(['status', proof])
    .where('id', '=', person.id)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (now?.[proof] !== person[proof]) throw new AppError(DISPROVED[proof])
  if (now.status !== 1) throw new AppError('auth.frozen')
}

/** Stores the language of the sign-in, which messages to the user are written in. */
async function noteLanguage(trx: Transaction, userId: string, language: Locale): Promise<void> {
  const account = trx.updateTable('userAccount').where('id', '=', userId)
  await account.set({ language }).where('language', '!=', language).execute()
}

export function signInService(deps: Deps, smsCodes: SmsCodes) {
  const { db, clock, auth, dictionaries } = deps
  const guard = createGuard(deps)
  const captcha = captchaService(deps)

  const people = () =>
    db.kysely
      .selectFrom('userAccount')
      .select([
        ...(['id', 'username', 'realname', 'phone', 'passwordHash', 'mustChangePassword'] as const),
        ...(['status', 'lastOrgCode', 'lastChosenAt'] as const),
      ])
      .where('deletedAt', 'is', null)

  /** The user of an attempt, and the known device or address that it comes from, if any. */
  const look = async (username: string, asker: string, device: Device) => {
    const person = await people().where('username', '=', username).executeTakeFirst()
    const known = person ? await findKnownSignIn(db, person.id, fingerprintsOf(asker, device)) : undefined
    return { username, asker, person, known }
  }

  /**
   * What attempts are counted by. From a known device or address of the user only its own attempts count, so that guessers elsewhere cannot block
   * the sign-in. A known device counts for itself, also behind a shared address.
   */
  const counted = ({ username, asker, known }: Awaited<ReturnType<typeof look>>) => {
    const pair = { ...ATTEMPTS.pair, words: `pair ${username} ${known ?? asker}` }
    const account = { ...ATTEMPTS.account, words: `account ${username}` }
    const address = { ...ATTEMPTS.address, words: `address ${asker}` }
    if (known === undefined) return [pair, account, address]
    return isDevice(known) ? [pair] : [pair, address]
  }

  const checkPassword = async (input: SignInInput, seen: Awaited<ReturnType<typeof look>>): Promise<Person> => {
    const limits = counted(seen)
    const subjects = limits.map(({ words, free }) => guarded(words, free))
    const needsPicture = (earlier: readonly number[]) =>
      earlier.some((count, index) => count >= (limits[index]?.plain ?? 0))
    const tries = await guard.reserve(subjects)
    if (needsPicture(tries.earlier)) {
      await readPicture(input).catch(async (error: unknown) => {
        await tries.right()
        throw error
      })
    }
    const { person } = seen
    const right = await verify(person?.passwordHash ?? UNMATCHABLE_HASH, input.password)
    if (!person || !right) {
      // Reports that the next attempt needs a captcha, so that the screen can show it at once.
      const next = needsPicture(tries.earlier.map((count) => count + 1))
      throw new AppError('auth.wrongPassword', next ? { captcha: true } : {})
    }
    // The count of the address is not reset: one known account must not allow more guesses at others.
    await tries.right(person.status === 1 ? subjects.slice(0, seen.known === undefined ? 2 : 1) : [])
    if (person.status !== 1) throw new AppError('auth.frozen')
    return person
  }

  const readPicture = async (input: SignInInput): Promise<void> => {
    if (!input.captcha) throw new AppError('auth.captchaRequired', { field: 'captcha', captcha: true })
    await captcha.use(String(input.checkKey ?? ''), input.captcha)
  }

  const issueToken = async (
    trx: Transaction,
    userId: string,
    chosenOrgCode: string,
    { ip, agent }: CallContext,
  ): Promise<string> => {
    const token = randomBytes(32).toString('base64url')
    const now = clock()
    await trx
      .insertInto('accessToken')
      .values({
        tokenHash: hashOf(token),
        userId,
        chosenOrgCode,
        address: ip,
        agent,
        createdAt: now,
        expiresAt: new Date(now.getTime() + WEEK_MS),
      })
      .execute()
    await trx.deleteFrom('accessToken').where('expiresAt', '<', now).where('userId', '=', userId).execute()
    return token
  }

  /**
   * The answer of a successful sign-in of any kind, after `proof` was checked. For clients that cannot choose a store, one is chosen.
   * Throws if what was proved or the account has changed since: changes of the password and of rights have ended the tokens until then.
   */
  const welcome = async (
    person: Person,
    proof: keyof typeof DISPROVED,
    ctx: CallContext,
    { isApp = false, device = undefined as Device } = {},
  ) => {
    const fingerprints = fingerprintsOf(askerOf(ctx.ip), device)
    const result = await db.scoped(EVERY_STORE, async (trx): Promise<LoginResult> => {
      await requireUnchanged(trx, person, proof)
      const departs = await openStoresOf(trx, person.id)
      if (departs.length === 0 && (await storesOf(trx, person.id)).length > 0) throw new AppError('auth.storeClosed')
      if (isApp && departs.length === 0) throw new AppError('auth.noDepartForApp')
      const remembered = departs.find(({ orgCode }) => orgCode === person.lastOrgCode)
      await storeKnownSignIn(trx, person.id, fingerprints, clock())
      await noteLanguage(trx, person.id, ctx.locale)
      const recent = person.lastChosenAt !== null && clock().getTime() - person.lastChosenAt.getTime() < WEEK_MS
      const only = departs.length === 1 ? departs[0] : undefined
      const chosen = only ?? (recent ? remembered : undefined) ?? (isApp ? (remembered ?? departs[0]) : undefined)
      return {
        multi_depart: departs.length === 0 ? 0 : departs.length === 1 ? 1 : 2,
        departs,
        token: await issueToken(trx, person.id, chosen?.orgCode ?? '', ctx),
        userInfo: await currentUserOf(trx, person.id, chosen?.orgCode ?? ''),
        sysAllDictItems: await dictionaries.all(ctx.locale),
      }
    })
    const orgCode = result.userInfo.orgCode || (result.departs[0]?.orgCode ?? '')
    const { id: userId, username, realname } = person
    await noteLogin(deps, { orgCode, userId, username, realname, ip: ctx.ip, outcome: 'signedIn' })
    return result
  }

  const refused = async (username: string, ip: string): Promise<void> => {
    const person = await people().where('username', '=', username).executeTakeFirst()
    const departs = person ? await db.scoped(EVERY_STORE, (trx) => storesOf(trx, person.id)) : []
    await noteLogin(deps, {
      orgCode: departs[0]?.orgCode ?? '',
      userId: person?.id ?? null,
      realname: person?.realname ?? '',
      // An unknown name is not logged: it may be a password typed into the wrong field.
      username: person?.username ?? '',
      ip,
      outcome: 'refused',
    })
  }

  return {
    captcha,

    async signIn(input: SignInInput, ctx: CallContext, isApp = false): Promise<LoginResult> {
      const username = input.username.toLowerCase()
      const asker = askerOf(ctx.ip)
      const seen = await look(username, asker, input.device)
      const check = () => checkPassword(input, seen)
      const inLane = () => guard.oneByOne(`address ${asker} ${laneOf(username)}`, check)
      // A known device or address has a queue of its own, so that guessers elsewhere cannot fill it.
      const queue = `account ${username} ${seen.known ?? ''}`
      const person = await guard.oneByOne(queue, inLane).catch(async (error: unknown) => {
        if (error instanceof AppError && error.code === 'auth.wrongPassword') await refused(username, ctx.ip)
        throw error
      })
      const passwordHash = person.mustChangePassword
        ? await replaceFirstPassword(deps, { person, input, ctx })
        : person.passwordHash
      return welcome({ ...person, passwordHash }, 'passwordHash', ctx, { isApp, device: input.device })
    },

    async signInByPhone(phone: string, code: string, ctx: CallContext): Promise<LoginResult> {
      await smsCodes.check({ phone, mode: '0', code }, ctx)
      const person = await people().where('phone', '=', phone).executeTakeFirst()
      if (!person) throw new AppError('account.smsWrong', { field: 'captcha' })
      if (person.status !== 1) throw new AppError('auth.frozen')
      requireOwnPassword(person)
      return welcome(person, 'phone', ctx)
    },

    async signInByCas(ticket: string, service: string, ctx: CallContext): Promise<LoginResult> {
      const username = await casUser(deps, ticket, service)
      const person = await people().where('username', '=', username).executeTakeFirst()
      if (!person) throw new AppError('auth.casUnknown')
      if (person.status !== 1) throw new AppError('auth.frozen')
      requireOwnPassword(person)
      return welcome(person, 'username', ctx)
    },

    /** Ends a token on all copies of the server. Throws if there is none. */
    async signOut({ tokenHash, ip }: CallContext): Promise<void> {
      if (tokenHash === '') throw new AppError('auth.notSignedIn')
      const person = await auth.find(tokenHash)
      const { numUpdatedRows } = await db.kysely
        .updateTable('accessToken')
        .set({ revokedAt: clock() })
        .where('tokenHash', '=', tokenHash)
        .where('revokedAt', 'is', null)
        .executeTakeFirst()
      await auth.forget({ tokenHash })
      if (!person || numUpdatedRows === 0n) throw new AppError('auth.tokenUnknown')
      const { id: userId, username, realname, orgCode } = person
      await noteLogin(deps, { orgCode, userId, username, realname, ip, outcome: 'signedOut' })
    },

    /** The user of a token, for a caller with that token. */
    async holder(token: string): Promise<Pick<LoginResult, 'token' | 'userInfo'>> {
      const person = await auth.find(hashOf(token))
      if (person?.kind !== 'user') throw new AppError('auth.tokenInvalid')
      const { id, orgCode } = person
      return { token, userInfo: await db.scoped(EVERY_STORE, (trx) => currentUserOf(trx, id, orgCode)) }
    },

    /** Switches the token's user to one of their stores. */
    async chooseStore(orgCode: string, ctx: CallContext) {
      const { id } = ctx.user
      const userInfo = await ctx.accountTx(async (trx) => {
        const isOrgCode = (store: { orgCode: string }) => store.orgCode === orgCode
        if (!(await storesOf(trx, id)).some(isOrgCode)) throw new AppError('auth.notYourStore')
        if (!(await openStoresOf(trx, id)).some(isOrgCode)) throw new AppError('auth.storeClosed')
        await trx
          .updateTable('accessToken')
          .set({ chosenOrgCode: orgCode })
          .where('tokenHash', '=', ctx.tokenHash)
          .execute()
        await trx
          .updateTable('userAccount')
          .set({ lastOrgCode: orgCode, lastChosenAt: clock() })
          .where('id', '=', id)
          .execute()
        return currentUserOf(trx, id, orgCode)
      })
      await auth.forget({ tokenHash: ctx.tokenHash })
      return { userInfo }
    },

    /** The stores of a user, the current one, and those in its scope. */
    async stores(ctx: CallContext) {
      const list = await db.scoped(EVERY_STORE, (trx) => openStoresOf(trx, ctx.user.id))
      const { orgCode, identity } = ctx.user
      // A user without a chosen store has an empty scope, and chooses from this list.
      const scope = orgCode === '' && identity !== '-1' ? [] : await ctx.tx(storesInScope)
      return { list, orgCode, scope }
    },
  }
}
