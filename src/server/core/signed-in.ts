import type { Scope } from '#server/db/database.ts'
import type { Identity } from '#shared/features/access/access.schema.ts'

/** The signed-in person (or device) behind a call, from the token; never from the request's own words. */
export interface SignedIn {
  id: string
  username: string
  realname: string
  identity: Identity
  rolesName: string
  /** The store worked in now; empty until one of several is chosen. */
  orgCode: string
  /** The store worked in was switched off meanwhile. */
  isStoreClosed: boolean
  /** No person but a device of a venue that shows its key: it may make the calls of devices, and no others. */
  isDevice: boolean
  /** Which rows this person may touch: the store's subtree, or everything for the platform administrator. */
  scope: Scope
  actions: ReadonlySet<string>
  /** Ids of the menus and actions that the roles grant; the platform administrator has all without being granted any. */
  granted: ReadonlySet<string>
  /** The data rules that bind this person's lists. */
  rules: readonly BoundRule[]
}

/** A data rule of one of a person's roles: a list of `permissionId` shows only rows that fit it. */
export interface BoundRule {
  id: string
  permissionId: string
  column: string
  condition: string
  /** May name variables, such as `#{sys_org_code}`. */
  value: string
}
