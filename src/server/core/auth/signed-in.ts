import type { Scope } from '#server/db/database.ts'
import type { Identity } from '#shared/features/access/access.schema.ts'

/** The signed-in user (or device) of a call, found by the token and never by other fields of the request. */
export interface SignedIn {
  id: string
  username: string
  realname: string
  identity: Identity
  rolesName: string
  /** The current store; empty until one of several is chosen. */
  orgCode: string
  /** Whether the current store was switched off since. */
  isStoreClosed: boolean
  /** A device of a venue, authenticated by its key, instead of a user: it may make only the calls of devices. */
  isDevice: boolean
  /** The rows that this user may access: the store's subtree, or all for the platform administrator. */
  scope: Scope
  actions: ReadonlySet<string>
  /** Ids of the menus and actions that the roles grant; the platform administrator has all without a grant. */
  granted: ReadonlySet<string>
  /** The data rules that narrow this user's lists. */
  rules: readonly BoundRule[]
}

/** A data rule of one of a user's roles: a list of `permissionId` shows only rows that match it. */
export interface BoundRule {
  id: string
  permissionId: string
  column: string
  condition: string
  /** May contain variables, such as `#{sys_org_code}`. */
  value: string
}
