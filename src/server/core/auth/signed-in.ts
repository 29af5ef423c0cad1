import type { Scope } from '#server/db/database.ts'
import type { Identity } from '#shared/features/access/access.schema.ts'

/** Who makes a call: a user, a device of a venue with its key, or a member on the member page. Each has calls of its own. */
export type CallerKind = 'user' | 'device' | 'member'

/** The signed-in user (or device, or member) of a call, found by the token and never by other fields of the request. */
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
  /** Devices and members may make only the calls that are theirs, and users no call of theirs. */
  kind: CallerKind
  /** The number of the member; empty for others. */
  memberId: string
  /** The rows that this user may access: the store's subtree, or all for the platform administrator. */
  scope: Scope
  actions: ReadonlySet<string>
  /** Ids of the menus and actions that the roles grant; the platform administrator has all without a grant. */
  granted: ReadonlySet<string>
  /** The data rules that narrow this user's lists. */
  rules: readonly BoundRule[]
  /** The personal access token of a program that acts for the user; null for a sign-in. */
  token: { id: string; name: string } | null
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

const MANAGERS: readonly Identity[] = ['-1', '0', '1']

/** Whether a user manages the store: the platform, headquarters or its manager. */
export const isManager = ({ identity }: Pick<SignedIn, 'identity'>): boolean => MANAGERS.includes(identity)
