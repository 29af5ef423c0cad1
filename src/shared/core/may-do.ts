/** What the list of permissions says of actions; the rest of it is menus. */
interface Rights {
  /** What somebody holds. */
  auth: readonly { action: string; type: string }[]
  /** Every action that there is. */
  allAuth: readonly { action: string; status: string }[]
}

/** Whether somebody holds an action of the permission list; actions switched off system-wide are free (spec §6). */
export function mayDo(rights: Rights | null, action: string): boolean {
  if (!rights) return false
  if (rights.allAuth.some((right) => right.action === action && right.status === '0')) return true
  return rights.auth.some((right) => right.action === action && right.type !== '2')
}
