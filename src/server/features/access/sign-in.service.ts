import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { hashOf } from '#server/core/call.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import type { LoginResult } from '#shared/features/access/access.contract.ts'
import { currentUserOf, storesInScope, storesOf } from './people.repository.ts'

/** Sign-in and store choice last seven days (spec §9). */
const WEEK_MS = 604_800_000

/**
 * How many attempts are free before waiting begins: few for one account from one address, more for an account or an
 * address alone, so that a stranger locks nobody out of a shop and one shop's address is not locked by one colleague.
 */
const FREE_ATTEMPTS = { pair: 6, account: 21, address: 41 }

const LONGEST_QUEUE = 50

export interface SignInInput {
  username: string
  password: string
}

/**
 * Runs the attempts at one account one after the other, so that each knows what the ones before it came to: a burst of
 * guesses gets no more of them than a patient guesser, and a burst of right passwords locks nobody out.
 */
function queues() {
  const lengths = new Map<string, number>()
  const last = new Map<string, Promise<unknown>>()
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const length = (lengths.get(name) ?? 0) + 1
    if (length > LONGEST_QUEUE) throw new AppError('common.tooManyRequests')
    lengths.set(name, length)
    const mine = (last.get(name) ?? Promise.resolve()).then(work, work)
    last.set(name, mine)
    try {
      return await mine
    } finally {
      const left = (lengths.get(name) ?? 1) - 1
      if (left > 0) lengths.set(name, left)
      else {
        lengths.delete(name)
        last.delete(name)
      }
    }
  }
}

export function signInService({ db, clock, auth, dictionaries }: Deps) {
  const oneByOne = queues()
  /** Takes as long as a real check, so that an answer's time does not tell which accounts exist. */
  const nobody = hash(randomBytes(16))

  const checkPassword = async ({ username, password }: SignInInput, ip: string) => {
    const pair = hashOf(`pair ${username} ${ip}`)
    const account = hashOf(`account ${username}`)
    const subjects = [pair, account, hashOf(`address ${ip}`)]
    const seconds = await db.call<number>('sign-in-wait', 'select sign_in_wait($1, $2)', [subjects, clock()])
    if (seconds > 0) throw new AppError('auth.lockedOut', { seconds })
    const person = await db.kysely
      .selectFrom('sysUser')
      .select(['id', 'passwordHash', 'status', 'lastOrgCode', 'lastChosenAt'])
      .where('username', '=', username)
      .executeTakeFirst()
    const right = await verify(person?.passwordHash ?? (await nobody), password)
    if (!person || !right) {
      const limits = [FREE_ATTEMPTS.pair, FREE_ATTEMPTS.account, FREE_ATTEMPTS.address]
      await db.call('sign-in-failed', 'select sign_in_failed($1, $2, $3)', [subjects, limits, clock()])
      throw new AppError('auth.wrongPassword')
    }
    if (person.status !== 1) throw new AppError('auth.frozen')
    // The address is not forgiven: one good account must not buy guesses at the others.
    await db.kysely.deleteFrom('loginGuard').where('subject', 'in', [pair, account]).execute()
    return person
  }

  const issueToken = async (trx: Transaction, userId: string, chosenOrgCode: string): Promise<string> => {
    const token = randomBytes(32).toString('base64url')
    const now = clock()
    await trx
      .insertInto('sysToken')
      .values({
        ...{ tokenHash: hashOf(token), userId, chosenOrgCode, createTime: now },
        expiresAt: new Date(now.getTime() + WEEK_MS),
      })
      .execute()
    await trx.deleteFrom('sysToken').where('expiresAt', '<', now).where('userId', '=', userId).execute()
    return token
  }

  return {
    async signIn(input: SignInInput, ctx: CallContext): Promise<LoginResult> {
      const username = input.username.toLowerCase()
      const person = await oneByOne(username, () => checkPassword({ username, password: input.password }, ctx.ip))
      return db.scoped(EVERY_STORE, async (trx) => {
        const departs = await storesOf(trx, person.id)
        const remembered = departs.find(({ orgCode }) => orgCode === person.lastOrgCode)
        const recent = person.lastChosenAt !== null && clock().getTime() - person.lastChosenAt.getTime() < WEEK_MS
        const only = departs.length === 1 ? departs[0] : undefined
        const chosen = only ?? (recent ? remembered : undefined)
        return {
          multi_depart: departs.length === 0 ? 0 : departs.length === 1 ? 1 : 2,
          departs,
          token: await issueToken(trx, person.id, chosen?.orgCode ?? ''),
          userInfo: await currentUserOf(trx, person.id, chosen?.orgCode ?? ''),
          sysAllDictItems: await dictionaries.all(ctx.locale),
        }
      })
    },

    /** Ends a token everywhere; one that is none is left alone. */
    async signOut(tokenHash: string): Promise<void> {
      if (tokenHash === '') return
      await db.kysely
        .updateTable('sysToken')
        .set({ revokedAt: clock() })
        .where('tokenHash', '=', tokenHash)
        .where('revokedAt', 'is', null)
        .execute()
      await auth.forget({ tokenHash })
    },

    /** Switches the token's own person to one of the stores that person belongs to. */
    async chooseStore(orgCode: string, ctx: CallContext) {
      const { id } = ctx.user
      const userInfo = await db.scoped(EVERY_STORE, async (trx) => {
        const departs = await storesOf(trx, id)
        if (!departs.some((store) => store.orgCode === orgCode)) throw new AppError('auth.notYourStore')
        await trx
          .updateTable('sysToken')
          .set({ chosenOrgCode: orgCode })
          .where('tokenHash', '=', ctx.tokenHash)
          .execute()
        await trx
          .updateTable('sysUser')
          .set({ lastOrgCode: orgCode, lastChosenAt: clock() })
          .where('id', '=', id)
          .execute()
        return currentUserOf(trx, id, orgCode)
      })
      await auth.forget({ tokenHash: ctx.tokenHash })
      return { userInfo }
    },

    /** The stores of a person, the one worked in, and those seen from there. */
    async stores(ctx: CallContext) {
      const list = await db.scoped(EVERY_STORE, (trx) => storesOf(trx, ctx.user.id))
      return { list, orgCode: ctx.user.orgCode, scope: await ctx.tx(storesInScope) }
    },
  }
}
