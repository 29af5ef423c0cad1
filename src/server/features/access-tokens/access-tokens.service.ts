import { randomBytes } from 'node:crypto'
import { hashOf } from '#server/core/secrets/token-hash.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { PERSONAL_TOKEN_PREFIX } from '#shared/core/route.ts'
import { toWireTime } from '#shared/core/time.ts'
import { type AccessToken, MAX_TOKENS, type TokenState } from '#shared/features/access-tokens/access-tokens.contract.ts'
import { isTextKey, text } from '#shared/i18n/catalogue.ts'
import {
  isSignedIn,
  lockTokens,
  pageOfTokens,
  reachableStores,
  revokeToken,
  type TokenRow,
} from './access-tokens.repository.ts'

const DAY_MS = 86_400_000
const TOKEN_BYTES = 32
const KIND = '/sys/accessToken'

interface NewToken {
  name: string
  actions: string[]
  stores: string[]
  days: number
}

const stateOf = ({ revokedAt, expiresAt }: TokenRow, now: Date): TokenState => {
  if (revokedAt) return 'revoked'
  return expiresAt <= now ? 'expired' : 'active'
}

const toToken = (row: TokenRow, now: Date): AccessToken => ({
  id: row.id,
  name: row.name,
  actions: row.actions,
  stores: row.storeCodes,
  state: stateOf(row, now),
  createTime: toWireTime(row.createdAt),
  endTime: toWireTime(row.expiresAt),
  usedTime: row.usedAt && toWireTime(row.usedAt),
  usedAddress: row.usedAddress,
  revokedBy: row.revokedBy,
})

/** Making, listing and revoking personal access tokens. What a token may do is decided at each call, by `core/auth`. */
export function accessTokensService({ clock, registry }: Deps) {
  const givable = ({ user }: CallContext): string[] =>
    [...user.actions].filter((action) => registry.actions.has(action) && !registry.personOnly.has(action)).sort()

  const revoke = (ctx: CallContext, id: string, whose: 'own' | 'others'): Promise<null> => {
    const run = whose === 'own' ? ctx.accountTx.bind(ctx) : ctx.tx.bind(ctx)
    return run(async (trx) => {
      const token = await revokeToken(trx, { id, user: ctx.user, whose, now: clock() })
      if (!token) throw new AppError('common.recordNotFound', { field: 'id' })
      ctx.touched({ id, kind: KIND, after: { name: token.name, userId: token.userId, state: 'revoked' } })
      return null
    })
  }

  return {
    mine: (ctx: CallContext) =>
      ctx.accountTx(async (trx) => {
        const rows = await trx
          .selectFrom('personalToken')
          .selectAll()
          .where('userId', '=', ctx.user.id)
          .orderBy('createdAt', 'desc')
          .limit(200)
          .execute()
        return rows.map((row) => toToken(row, clock()))
      }),

    choices: (ctx: CallContext) =>
      ctx.accountTx(async (trx) => ({
        actions: givable(ctx).map((action) => {
          const key = `action.${action}`
          return { action, describe: isTextKey(key) ? text(ctx.locale, key) : action }
        }),
        stores: (await reachableStores(trx, ctx.user.id)).map(({ orgCode, name }) => ({ orgCode, departName: name })),
      })),

    add: ({ name, days, ...given }: NewToken, ctx: CallContext) =>
      ctx.accountTx(async (trx) => {
        const [actions, stores] = [[...new Set(given.actions)].sort(), [...new Set(given.stores)].sort()]
        const allowed = new Set(givable(ctx))
        if (!actions.every((action) => allowed.has(action)))
          throw new AppError('accessTokens.notYours', { field: 'actions' })
        const reached = new Set((await reachableStores(trx, ctx.user.id)).map(({ orgCode }) => orgCode))
        if (!stores.every((store) => reached.has(store)))
          throw new AppError('accessTokens.notYourStore', { field: 'stores' })
        const now = clock()
        const others = await lockTokens(trx, ctx.user.id, now)
        // The sign-in may have ended while the body of the call was on its way.
        if (!(await isSignedIn(trx, ctx.tokenHash, now))) throw new AppError('auth.tokenInvalid')
        if (others.length >= MAX_TOKENS) throw new AppError('accessTokens.tooMany', { count: MAX_TOKENS })
        // Records name a token by its name alone.
        if (others.some((other) => other.name === name)) throw new AppError('accessTokens.nameTaken', { field: 'name' })
        const token = `${PERSONAL_TOKEN_PREFIX}${randomBytes(TOKEN_BYTES).toString('base64url')}`
        const row = {
          id: newId(),
          userId: ctx.user.id,
          name,
          tokenHash: hashOf(token),
          actions,
          storeCodes: stores,
          createdAt: now,
          expiresAt: new Date(now.getTime() + days * DAY_MS),
        }
        await trx.insertInto('personalToken').values(row).execute()
        const endTime = toWireTime(row.expiresAt)
        ctx.touched({ id: row.id, kind: KIND, after: { name, actions, stores, endTime } })
        return { id: row.id, token, endTime }
      }),

    list: (query: Parameters<typeof pageOfTokens>[2], ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const page = await pageOfTokens(trx, ctx.user, query)
        const records = page.records.map((row) => {
          const { userId, username, realname } = row
          return { ...toToken(row, clock()), userId, username, realname }
        })
        return { ...page, records }
      }),

    revokeMine: (id: string, ctx: CallContext) => revoke(ctx, id, 'own'),
    revoke: (id: string, ctx: CallContext) => revoke(ctx, id, 'others'),

    current: (ctx: CallContext) =>
      ctx.accountTx(async (trx) => {
        const { token, username, orgCode, actions } = ctx.user
        if (!token) throw new AppError('accessTokens.noToken')
        const row = await trx
          .selectFrom('personalToken')
          .select(['expiresAt', 'storeCodes'])
          .where('id', '=', token.id)
          .executeTakeFirstOrThrow()
        return {
          ...token,
          endTime: toWireTime(row.expiresAt),
          username,
          stores: row.storeCodes,
          orgCode,
          actions: [...actions].sort(),
        }
      }),
  }
}
