import { z } from 'zod'
import { pageOf } from '#shared/core/envelope.ts'
import { listQuery, route, textFilter } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'

/** Tokens that one user may have at the same time. */
export const MAX_TOKENS = 10
/** Days until a token ends: at most, and by default. */
export const MAX_TOKEN_DAYS = 365
export const DEFAULT_TOKEN_DAYS = 90

export const TokenState = z.enum(['active', 'expired', 'revoked'])
export type TokenState = z.infer<typeof TokenState>

const AccessToken = z.object({
  id: z.uuid(),
  name: z.string(),
  actions: z.array(z.string()),
  /** Codes of the stores that a call may name; what is below each belongs to it. */
  stores: z.array(z.string()),
  state: TokenState,
  createTime: WireTime,
  endTime: WireTime,
  /** Null: never used. Written once a minute. */
  usedTime: WireTime.nullable(),
  usedAddress: z.string(),
  /** The user who revoked it; empty where the account's change did, such as a new password. */
  revokedBy: z.string(),
})
export type AccessToken = z.infer<typeof AccessToken>

const UserToken = AccessToken.extend({ userId: z.uuid(), username: z.string(), realname: z.string() })

const NewToken = z.object({
  name: line(60, 1),
  actions: z.array(exact(64, 1)).min(1).max(500),
  stores: z.array(exact(64, 1)).min(1).max(100),
  days: z.number().int().min(1).max(MAX_TOKEN_DAYS).default(DEFAULT_TOKEN_DAYS),
})

const PATH = '/sys/accessToken'
const labels = {
  name: 'accessToken.name',
  actions: 'accessToken.actions',
  stores: 'accessToken.stores',
  days: 'accessToken.days',
  id: 'crud.id',
} as const

/** Personal access tokens, by which programs call for a user. */
export const accessTokens = {
  mine: route({
    method: 'GET',
    path: `${PATH}/mine`,
    summary: "The caller's personal access tokens, newest first, without the tokens themselves",
    access: 'signedIn',
    result: z.array(AccessToken),
  }),
  choices: route({
    method: 'GET',
    path: `${PATH}/choices`,
    summary: 'The actions and stores that the caller may give to a token',
    access: 'accesstoken:add',
    result: z.object({
      actions: z.array(z.object({ action: z.string(), describe: z.string() })),
      stores: z.array(z.object({ orgCode: z.string(), departName: z.string() })),
    }),
  }),
  add: route({
    method: 'POST',
    path: `${PATH}/add`,
    summary: 'Makes a token and returns it once; only its hash is stored, so a lost answer means another token',
    access: 'accesstoken:add',
    body: NewToken,
    labels,
    result: z.object({ id: z.uuid(), token: z.string(), endTime: WireTime }),
    message: 'message.added',
  }),
  revokeMine: route({
    method: 'POST',
    path: `${PATH}/revokeMine`,
    summary: "Revokes one of the caller's tokens at once, on every copy of the server",
    access: 'signedIn',
    body: z.object({ id: z.uuid() }),
    labels,
    result: z.null(),
    message: 'message.accessToken.revoked',
  }),
  list: route({
    method: 'GET',
    path: `${PATH}/list`,
    summary: 'Tokens of the users whom the caller may change',
    access: 'accesstoken:list',
    query: listQuery(['createdAt', 'expiresAt', 'usedAt'], {
      /** The beginning of a user name. */
      username: textFilter(64),
      name: textFilter(60),
    }),
    labels,
    result: pageOf(UserToken),
  }),
  revoke: route({
    method: 'POST',
    path: `${PATH}/revoke`,
    summary: 'Revokes a token of a user whom the caller may change',
    access: 'accesstoken:revoke',
    body: z.object({ id: z.uuid() }),
    labels,
    result: z.null(),
    message: 'message.accessToken.revoked',
  }),
  current: route({
    method: 'GET',
    path: `${PATH}/current`,
    summary: 'The token of the call: its name, end, user, store and what it may do there now',
    access: 'signedIn',
    byToken: true,
    result: z.object({
      id: z.uuid(),
      name: z.string(),
      endTime: WireTime,
      username: z.string(),
      /** The stores of the token; a call names one by the header `X-Store` where there are several. */
      stores: z.array(z.string()),
      orgCode: z.string(),
      actions: z.array(z.string()),
    }),
  }),
}
