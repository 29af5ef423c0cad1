import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type CreatedAt = ColumnType<Date, Date | undefined, never>

interface SysDepart {
  id: string
  parentId: string | null
  orgCode: string
  departName: string
  /** `chain` groups stores and has no counter of its own. */
  kind: Generated<'chain' | 'store'>
  apps: Generated<string[]>
  isUnline: Generated<'YES' | 'NO'>
  /** Until when the store has paid for the product. */
  endTime: Date | null
  timeZone: Generated<string>
  /** The hour at which the business day begins. */
  dayStartHour: Generated<number>
  queuePrefix: Generated<string>
  /** Open play-then-deduct orders at which another is refused (spec §4). */
  hungOrderLimit: Generated<number>
  chargeOrder: Generated<'paidFirst' | 'giftFirst' | 'proportional'>
  createTime: CreatedAt
}

interface SysUser {
  id: string
  username: string
  /** Argon2id. */
  passwordHash: string
  realname: string
  avatar: Generated<string>
  phone: Generated<string>
  identity: '-1' | '0' | '1' | '2' | '3' | '4'
  /** 1 normal, 2 frozen. */
  status: Generated<number>
  /** Asked for when this person takes over the counter; Argon2id, null where none is set. */
  conPasswordHash: string | null
  /** The store chosen at the last sign-in, and when: it is remembered for seven days. */
  lastOrgCode: string | null
  lastChosenAt: Date | null
  createTime: CreatedAt
}

interface SysUserDepart {
  userId: string
  departId: string
}

interface SysRole {
  id: string
  roleCode: string
  roleName: string
  createTime: CreatedAt
}

interface SysUserRole {
  userId: string
  roleId: string
}

interface SysPermission {
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
}

interface SysRolePermission {
  roleId: string
  permissionId: string
}

interface SysDict {
  id: string
  dictCode: string
  nameZh: string
  nameEn: string
  description: Generated<string>
  createBy: string | null
  createTime: CreatedAt
  updateBy: string | null
  updateTime: Date | null
  /** In the recycle bin since. */
  deletedAt: Date | null
}

interface SysDictItem {
  id: string
  dictId: string
  value: string
  textZh: string
  textEn: string
  sortOrder: Generated<number>
  /** 1 in use, 0 retired. */
  status: Generated<number>
  description: Generated<string>
  createBy: string | null
  createTime: CreatedAt
  updateBy: string | null
  updateTime: Date | null
}

interface SysToken {
  /** SHA-256 of the token, base64url; the token itself is stored nowhere. */
  tokenHash: string
  userId: string
  /** Empty until one of several stores is chosen. */
  chosenOrgCode: string
  createTime: CreatedAt
  expiresAt: Date
  revokedAt: Date | null
}

interface LoginGuard {
  /** `user:<name>` or `ip:<address>`, hashed. */
  subject: string
  failures: number
  lastFailureAt: Date
  lockedUntil: Date | null
}

interface RequestKey {
  key: string
  orgCode: string
  userId: string
  path: string
  bodyHash: string
  answer: JSONColumnType<object> | null
  createdAt: ColumnType<Date, Date | undefined, never>
}

export interface AccessTables {
  sysDepart: SysDepart
  sysUser: SysUser
  sysUserDepart: SysUserDepart
  sysRole: SysRole
  sysUserRole: SysUserRole
  sysPermission: SysPermission
  sysRolePermission: SysRolePermission
  sysDict: SysDict
  sysDictItem: SysDictItem
  sysToken: SysToken
  loginGuard: LoginGuard
  requestKey: RequestKey
}
