import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Locale } from '#shared/i18n/locale.ts'

type CreatedAt = ColumnType<Date, Date | undefined, never>

/** The users who created and changed a row; empty if none was signed in. */
export interface Stamped {
  createdBy: Generated<string>
  createdAt: CreatedAt
  updatedBy: string | null
  updatedAt: Date | null
}

interface UserAccount extends Stamped {
  id: string
  username: string
  /** Argon2id. */
  passwordHash: string
  /** Whether another user set the password; then the first sign-in must replace it. */
  mustChangePassword: Generated<boolean>
  realname: string
  /** How the program addresses the user; empty: by name. */
  nickname: Generated<string>
  avatar: Generated<string>
  phone: Generated<string>
  identity: '-1' | '0' | '1' | '2' | '3' | '4'
  /** 1 normal, 2 frozen. */
  status: Generated<number>
  /** Required when this user takes over the counter; Argon2id, null if none is set. */
  conPasswordHash: string | null
  /** The store chosen at the last sign-in, and when: it is remembered for seven days. */
  lastOrgCode: string | null
  lastChosenAt: Date | null
  /** Language of the last sign-in; messages to the user are written in it. */
  language: Generated<Locale>
  sex: number | null
  birthday: string | null
  email: Generated<string>
  workNo: Generated<string>
  post: Generated<string>
  telephone: Generated<string>
  /** 1 member, 2 superior of the own stores. */
  userIdentity: Generated<number>
  /** The second secret, which refunds require; Argon2id. */
  refundPasswordHash: string | null
  /** In the recycle bin since. */
  deletedAt: Date | null
}

interface UserStore {
  userId: string
  storeId: string
}

/** The deputy of a user. */
interface UserDeputy {
  id: string
  userId: string
  deputyId: string
  startTime: Date | null
  endTime: Date | null
  /** 0 switched off, 1 valid. */
  status: Generated<'0' | '1'>
  createdBy: string
  createdAt: CreatedAt
  updatedBy: string | null
  updatedAt: Date | null
}

interface Role extends Stamped {
  id: string
  roleCode: string
  roleName: string
  /** The store whose role it is; empty: built in. */
  ownerCode: Generated<string>
  description: Generated<string>
  /** How often a user with the role may extend a run; -1: without limit. */
  extensionLimit: Generated<number>
}

interface UserRole {
  userId: string
  roleId: string
}

interface Permission extends Stamped {
  id: string
  parentId: string | null
  nameZh: string
  nameEn: string
  /** The action code of a button; empty for menus. */
  perms: Generated<string>
  permsType: Generated<'1' | '2'>
  icon: Generated<string>
  component: Generated<string>
  componentName: Generated<string>
  url: Generated<string>
  redirect: string | null
  sortNo: Generated<number>
  /** 0 top menu, 1 sub menu, 2 button. */
  menuType: 0 | 1 | 2
  route: Generated<boolean>
  hidden: Generated<boolean>
  keepAlive: Generated<boolean>
  /** `0` switches the rule off: the button is allowed for everyone. */
  status: Generated<'0' | '1'>
  description: Generated<string>
  alwaysShow: Generated<boolean>
  /** The organisation whose form it belongs to; empty: of the product. */
  ownerCode: Generated<string>
  internalOrExternal: Generated<boolean>
}

interface RolePermission {
  roleId: string
  permissionId: string
}

interface PermissionRule extends Stamped {
  id: string
  permissionId: string
  ruleName: string
  ruleColumn: string
  ruleConditions: string
  ruleValue: string
  status: Generated<'0' | '1'>
}

interface RoleRule {
  roleId: string
  permissionId: string
  ruleId: string
}

interface StoreRule {
  storeId: string
  permissionId: string
  ruleId: string
}

interface StorePermission {
  storeId: string
  permissionId: string
}

interface StoreRole extends Stamped {
  id: string
  storeId: string
  roleName: string
  roleCode: string
  description: Generated<string>
}

interface StoreRoleUser {
  roleId: string
  userId: string
}

interface Dictionary {
  id: string
  code: string
  nameZh: string
  nameEn: string
  description: Generated<string>
  /** 0 texts, 1 numbers. */
  type: Generated<number>
  createdBy: string | null
  createdAt: CreatedAt
  updatedBy: string | null
  updatedAt: Date | null
  /** In the recycle bin since. */
  deletedAt: Date | null
}

interface DictionaryItem {
  id: string
  dictionaryId: string
  value: string
  textZh: string
  textEn: string
  sortOrder: Generated<number>
  /** 1 in use, 0 retired. */
  status: Generated<number>
  description: Generated<string>
  createdBy: string | null
  createdAt: CreatedAt
  updatedBy: string | null
  updatedAt: Date | null
}

interface AccessToken {
  /** SHA-256 of the token, base64url; the token itself is not stored. */
  tokenHash: string
  userId: string
  /** Empty until one of several stores is chosen. */
  chosenOrgCode: string
  /** Address and `User-Agent` of the sign-in. */
  address: Generated<string>
  agent: Generated<string>
  createdAt: CreatedAt
  expiresAt: Date
  revokedAt: Date | null
}

/** A token that a user made for a program. */
interface PersonalToken {
  id: string
  userId: string
  name: string
  /** SHA-256 of the token, base64url; the token itself is not stored. */
  tokenHash: string
  actions: string[]
  storeCodes: string[]
  createdAt: CreatedAt
  expiresAt: Date
  revokedAt: Date | null
  revokedBy: Generated<string>
  usedAt: Date | null
  usedAddress: Generated<string>
}

interface CashierProof {
  tokenHash: string
  cashierId: string
  orgCode: string
  terminalId: string | null
  expiresAt: Date
}

interface KnownSignIn {
  userId: string
  place: string
  usedAt: Date
}

interface LoginGuard {
  /** Hash of what attempts are counted by. */
  subject: string
  failures: number
  lastFailureAt: Date
  lockedUntil: Date | null
}

interface SmsOutbox {
  id: string
  phone: string
  text: string
  state: Generated<'waiting' | 'sent' | 'failed' | 'unknown' | 'withdrawn'>
  /** The store that sends it; empty: the platform. */
  storeCode: Generated<string>
  templateCode: Generated<string>
  /** The values of the template as JSON text. */
  params: Generated<string>
  /** Waits during the quiet hours of the store. */
  quiet: Generated<boolean>
  /** Sent at most once: an attempt without an answer is not repeated. */
  once: Generated<boolean>
  massMessageId: Generated<string | null>
  /** Of no use after this time; null: always of use. */
  usefulUntil: Generated<Date | null>
  /** When a failing SMS is given up; null before the first attempt. */
  giveUpAt: Generated<Date | null>
  /** Until then no other worker takes it: it is being sent, or waits for its retry. */
  claimUntil: Date | null
  tries: Generated<number>
  result: Generated<string>
  createdAt: CreatedAt
}

interface RequestKey {
  key: string
  orgCode: string
  userId: string
  path: string
  bodyHash: string
  answer: JSONColumnType<object>
  createdAt: ColumnType<Date, Date | undefined, never>
}

export interface AccessTables {
  userAccount: UserAccount
  userStore: UserStore
  userDeputy: UserDeputy
  role: Role
  userRole: UserRole
  permission: Permission
  rolePermission: RolePermission
  dictionary: Dictionary
  dictionaryItem: DictionaryItem
  accessToken: AccessToken
  personalToken: PersonalToken
  loginGuard: LoginGuard
  knownSignIn: KnownSignIn
  cashierProof: CashierProof
  requestKey: RequestKey
  permissionRule: PermissionRule
  roleRule: RoleRule
  storePermission: StorePermission
  storeRule: StoreRule
  storeRole: StoreRole
  storeRolePermission: RolePermission
  storeRoleUser: StoreRoleUser
  storeRoleRule: RoleRule
  smsOutbox: SmsOutbox
}
