import type { Permissions } from './access.schema.ts'

/** Whether somebody holds an action of the permission list; actions switched off system-wide are free (spec §6). */
export function mayDo(permissions: Permissions | null, action: string): boolean {
  if (!permissions) return false
  if (permissions.allAuth.some((right) => right.action === action && right.status === '0')) return true
  return permissions.auth.some((right) => right.action === action && right.type !== '2')
}
