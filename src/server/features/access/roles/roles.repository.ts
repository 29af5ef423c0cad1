import { sql } from 'kysely'
import type { CallContext } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { updated } from '#server/features/access/entities.view.ts'

/** The two lists of permissions in a grant: the new state, and the state that the client last saw. */
export interface Lists {
  permissionIds: string[]
  lastpermissionIds: string[]
}

interface Difference {
  added: string[]
  removed: string[]
}

/** The difference of two lists of ids, so that concurrent changes of two users do not undo each other. */
export const difference = (
  current: readonly string[],
  wanted: readonly string[],
  last: readonly string[],
): Difference => ({
  added: [...new Set(wanted.filter((id) => !current.includes(id)))],
  removed: last.filter((id) => !wanted.includes(id) && current.includes(id)),
})

/** A table of grants: the columns of the owner and of what it has. */
const columnsOf = {
  rolePermission: ['roleId', 'permissionId'],
  storePermission: ['storeId', 'permissionId'],
  storeRolePermission: ['roleId', 'permissionId'],
  storeRoleUser: ['userId', 'roleId'],
} as const

/** Adds and removes the difference; entries that another user has added or removed meanwhile are no error. */
export async function applyDifference(
  trx: Transaction,
  table: keyof typeof columnsOf,
  owner: string,
  { added, removed }: Difference,
): Promise<void> {
  const [whose, what] = columnsOf[table].map((column) => sql.ref(column))
  if (removed.length > 0) {
    await sql`delete from ${sql.table(table)} where ${whose} = ${owner} and ${what} = any(${removed})`.execute(trx)
  }
  if (added.length > 0) {
    const rows = sql.join(added.map((id) => sql`(${owner}, ${id})`))
    await sql`insert into ${sql.table(table)} (${whose}, ${what}) values ${rows} on conflict do nothing`.execute(trx)
  }
}

export interface RoleFields {
  roleName?: string
  description?: string | null
}

/** Changes name or description of a role; missing fields stay unchanged. */
export async function editRole(
  trx: Transaction,
  table: 'role' | 'storeRole',
  { before, fields: { roleName, description } }: { before: { id: string } | undefined; fields: RoleFields },
  ctx: CallContext,
  at: Date,
): Promise<void> {
  if (!before || (roleName === undefined && description === undefined)) return
  const { id } = before
  const changes = {
    ...(roleName && { roleName }),
    ...(description !== undefined && { description: description ?? '' }),
  }
  await trx
    .updateTable(table)
    .set({ ...changes, ...updated(ctx, at) })
    .where('id', '=', id)
    .execute()
  ctx.touched({ id, before, after: { ...before, ...changes } })
}
