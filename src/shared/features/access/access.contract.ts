import { z } from 'zod'
import { route } from '#shared/core/route.ts'
import { Depart } from './departs.contract.ts'

/** `-1` platform administrator, `0` headquarters, `1` manager, `2` coach, `3` cashier, `4` partner. */
export const Identity = z.enum(['-1', '0', '1', '2', '3', '4'])
export type Identity = z.infer<typeof Identity>

export const Store = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  orgCode: z.string(),
  departName: z.string(),
  /** Features that the store has bought, such as `XWHF`. */
  apps: z.array(z.string()),
  isUnline: z.enum(['YES', 'NO']),
  endTime: z.string().nullable(),
})
export type Store = z.infer<typeof Store>

export const CurrentUser = z.object({
  id: z.string(),
  username: z.string(),
  realname: z.string(),
  avatar: z.string(),
  phone: z.string(),
  identity: Identity,
  rolesname: z.string(),
  /** The store the user works in now; empty until one of several is chosen. */
  orgCode: z.string(),
  status: z.number().int(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** The same with everything that the family's clients expect of `userInfo` (`api-family 2`). */
export const SignedInUser = CurrentUser.extend({
  birthday: z.string().nullable(),
  sex: z.number().int().nullable(),
  email: z.string(),
  delFlag: z.literal(0),
  workNo: z.string(),
  post: z.string(),
  telephone: z.string(),
  createBy: z.string().nullable(),
  createTime: z.string(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
  activitiSync: z.literal(1),
  userIdentity: z.number().int(),
  departIds: z.string(),
  thirdId: z.null(),
  thirdType: z.null(),
})
export type SignedInUser = z.infer<typeof SignedInUser>

export const DictItem = z.object({ value: z.string(), text: z.string(), title: z.string() })
export type DictItem = z.infer<typeof DictItem>

export const MenuNode = z.object({
  id: z.string(),
  route: z.enum(['0', '1']),
  path: z.string(),
  name: z.string(),
  /** The key under which the renderer's registry finds the page. */
  component: z.string(),
  redirect: z.string().nullable(),
  hidden: z.boolean().optional(),
  alwaysShow: z.boolean().optional(),
  meta: z.object({
    title: z.string(),
    icon: z.string().optional(),
    url: z.string().optional(),
    keepAlive: z.boolean(),
    internalOrExternal: z.boolean(),
  }),
  get children() {
    return z.array(MenuNode).optional()
  },
})
export type MenuNode = z.infer<typeof MenuNode>

const ButtonRight = z.object({ action: z.string(), type: z.string(), describe: z.string() })

export const Permissions = z.object({
  menu: z.array(MenuNode),
  auth: z.array(ButtonRight),
  allAuth: z.array(ButtonRight.extend({ status: z.string() })),
  /** Paths of pages that exist and that this person may not open; left out by terminals that remember an older answer. */
  closed: z.array(z.string()).optional(),
})
export type Permissions = z.infer<typeof Permissions>

export const LoginResult = z.object({
  /** 0: no store, 1: one store, already chosen, 2: several, to be chosen by `selectDepart`. */
  multi_depart: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  departs: z.array(Depart),
  token: z.string(),
  userInfo: SignedInUser,
  sysAllDictItems: z.record(z.string(), z.array(DictItem)),
})
export type LoginResult = z.infer<typeof LoginResult>

/** What the client calls a captcha picture by: its own clock, as the family does. */
export const CheckKey = z.union([z.string().max(64), z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)])
/** Sent by the family's forms in any of these ways; a token lasts as long as it lasts. */
export const RememberMe = z.union([z.boolean(), z.string().max(8)])

export const LoginInput = z.object({
  username: z.string().trim().min(1).max(64),
  password: z.string().min(1).max(128),
  captcha: z.string().max(16).nullish(),
  checkKey: CheckKey.nullish(),
  remember_me: RememberMe.nullish(),
})

/** Who holds a token, as the calls answer it that do not list stores. */
const Holder = z.object({ token: z.string(), userInfo: SignedInUser })

/** Sign-in, stores and rights of the person at the screen (spec §6, §7 Auth and Stores). */
export const access = {
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
    summary: 'Signs in by password for an app that cannot choose a store: the remembered one, else the first',
    access: 'public',
    body: LoginInput,
    result: Holder,
    message: 'message.auth.loggedIn',
    code: 200,
  }),
  getLoginUser: route({
    method: 'GET',
    path: '/thirdLogin/getLoginUser/:token',
    summary: 'Who holds a token that another sign-in has brought; none but a living token is answered',
    access: 'public',
    params: z.object({ token: z.string().min(1).max(128) }),
    result: Holder,
    code: 200,
  }),
  getEncryptedString: route({
    method: 'GET',
    path: '/sys/getEncryptedString',
    summary: 'A key that nothing depends on: passwords travel by TLS, not by a cipher whose key anybody may ask for',
    access: 'public',
    result: z.object({ key: z.string(), iv: z.string() }),
  }),
  logout: route({
    method: ['POST', 'GET'],
    path: '/sys/logout',
    summary: 'Revokes the token it is called with; says so where there is none to revoke',
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
    /** `list` is where the user may work, `scope` every store that is seen from the current one. */
    result: z.object({ list: z.array(Depart), orgCode: z.string(), scope: z.array(Store) }),
  }),
  selectDepart: route({
    method: ['POST', 'PUT'],
    path: '/sys/selectDepart',
    summary: "Switches the token's own user to one of the stores that user belongs to",
    access: 'signedIn',
    body: z.object({ orgCode: z.string().min(1).max(64), username: z.string().max(64).nullish() }),
    result: z.object({ userInfo: SignedInUser }),
  }),
  dictItems: route({
    method: 'GET',
    path: '/sys/dict/getDictItems/:code',
    summary: 'Items of a dictionary, in the language of the reader; also of a listed table, as `table,text,code`',
    access: 'signedIn',
    params: z.object({ code: z.string().regex(/^[a-zA-Z0-9_, ]{1,200}$/) }),
    result: z.array(DictItem),
  }),
}
