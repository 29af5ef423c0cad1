/** The action part of the permission list. */
interface Rights {
  /** Actions that the user holds; type 2 is not a grant. */
  auth: readonly { action: string; type: string }[]
  /** Every action of the system; status `0` means switched off. */
  allAuth: readonly { action: string; status: string }[]
}

/** Whether a user may perform an action; an action that is switched off system-wide is allowed to all (spec §6). */
export function mayDo(rights: Rights | null, action: string): boolean {
  if (!rights) return false
  if (rights.allAuth.some((right) => right.action === action && right.status === '0')) return true
  return rights.auth.some((right) => right.action === action && right.type !== '2')
}
