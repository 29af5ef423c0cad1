import { z } from 'zod'
import { route } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import { DictItem, Permissions, SignedInUser, Store } from '#shared/features/access/access.schema.ts'
import { Depart } from '#shared/features/access/departs.contract.ts'
import { NewPassword } from '#shared/features/access/password.calc.ts'

export const LoginResult = z.object({
  /** 0: no store, 1: one store, already chosen, 2: several, to be chosen by `selectDepart`. */
  multi_depart: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  departs: z.array(Depart),
  token: z.string(),
  userInfo: SignedInUser,
  sysAllDictItems: z.record(z.string(), z.array(DictItem)),
})
export type LoginResult = z.infer<typeof LoginResult>

/** Key of a captcha picture: the client's timestamp, as in the API family. */
export const CheckKey = z.union([exact(64), z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)])
/** Any of these values is accepted and ignored: the lifetime of tokens is fixed. */
export const RememberMe = z.union([z.boolean(), exact(8)])

export const LoginInput = z.object({
  username: line(64, 1),
  password: exact(128, 1),
  captcha: exact(16).nullish(),
  checkKey: CheckKey.nullish(),
  remember_me: RememberMe.nullish(),
  /** Random id of a client. Failed sign-ins of users who have signed in with it before are counted separately. */
  device: exact(100, 20).nullish(),
  /** New password, required if the current one was set by another user. */
  newPassword: NewPassword.nullish(),
})

/** The user of a token, in responses without a list of stores. */
const Holder = z.object({ token: z.string(), userInfo: SignedInUser })

/** Sign-in, stores and permissions of the user (spec §6, §7 Auth and Stores). */
export const signIn = {
  login: route({
    method: 'POST',
    path: '/sys/login',
    summary: 'Signs in by password; JSON or form',
    access: 'public',
    body: LoginInput,
    result: LoginResult,
    message: 'message.auth.loggedIn',
    code: 200,
  }),
  mLogin: route({
    method: 'POST',
    path: '/sys/mLogin',
    summary: 'Signs in by password for an app that cannot choose a store: the last used store, else the first',
    access: 'public',
    body: LoginInput,
    result: Holder,
    message: 'message.auth.loggedIn',
    code: 200,
  }),
  getLoginUser: route({
    method: 'GET',
    path: '/thirdLogin/getLoginUser/:token',
    summary: 'The user of a token from another sign-in; only for valid tokens',
    access: 'public',
    params: z.object({ token: exact(128, 1) }),
    result: Holder,
    code: 200,
  }),
  thirdLogin: route({
    method: 'GET',
    path: '/thirdLogin/render/:source',
    summary: 'Start of a sign-in by another platform; fails, because none is connected',
    access: 'public',
    params: z.object({ source: exact(64) }),
    result: z.null(),
  }),
  getEnabledType: route({
    method: 'GET',
    path: '/sys/thirdApp/getEnabledType',
    summary: 'The connected third-party platforms of later family versions; always none',
    access: 'signedIn',
    result: z.object({ wechatEnterprise: z.literal(false), dingtalk: z.literal(false) }),
  }),
  tenants: route({
    method: 'GET',
    path: '/sys/tenant/queryList',
    summary: 'The tenants of later family versions; always none, because chains are stores',
    access: 'signedIn',
    result: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  getEncryptedString: route({
    method: 'GET',
    path: '/sys/getEncryptedString',
    summary: 'An encryption key that clients of the family request; passwords are protected by TLS, not by this key',
    access: 'public',
    result: z.object({ key: z.string(), iv: z.string() }),
  }),
  logout: route({
    method: ['POST', 'GET'],
    path: '/sys/logout',
    summary: 'Revokes the token of the call; the message says if there was none',
    access: 'public',
    result: z.null(),
    message: 'message.auth.loggedOut',
  }),
  permissions: route({
    method: 'GET',
    path: '/sys/permission/getUserPermissionByToken',
    summary: 'Menu and button rights of the signed-in user',
    access: 'signedIn',
    result: Permissions,
    message: 'message.auth.queried',
    code: 200,
  }),
  currentDeparts: route({
    method: 'GET',
    path: '/sys/user/getCurrentUserDeparts',
    summary: 'Stores of the signed-in user and the current one',
    access: 'signedIn',
    /** `list`: stores where the user may work. `scope`: all stores visible from the current one. */
    result: z.object({ list: z.array(Depart), orgCode: z.string(), scope: z.array(Store) }),
  }),
  selectDepart: route({
    method: ['POST', 'PUT'],
    path: '/sys/selectDepart',
    summary: "Switches the caller to one of the caller's stores",
    access: 'signedIn',
    body: z.object({ orgCode: exact(64, 1), username: exact(64).nullish() }),
    result: z.object({ userInfo: SignedInUser }),
  }),
  dictItems: route({
    method: 'GET',
    path: '/sys/dict/getDictItems/:code',
    summary: "Items of a dictionary in the caller's language; also of an allowed table, as `table,text,code`",
    access: 'signedIn',
    params: z.object({ code: z.string().regex(/^[a-zA-Z0-9_, ]{1,200}$/) }),
    result: z.array(DictItem),
  }),
}
