import { sql } from 'kysely'
import type { CallContext } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { updated } from './entities.view.ts'

/** The two lists of permissions that a grant is sent with: as it shall be, and as the sender last saw it. */
export interface Lists {
  permissionIds: string[]
  lastpermissionIds: string[]
}

interface Difference {
  added: string[]
  removed: string[]
}

/** What changes when a list of ids becomes another: the difference only, so that two people at once do not undo each other. */
export const difference = (
  current: readonly string[],
  wanted: readonly string[],
  last: readonly string[],
): Difference => ({
  added: [...new Set(wanted.filter((id) => !current.includes(id)))],
  removed: last.filter((id) => !wanted.includes(id) && current.includes(id)),
})

/** Who has something, and what. */
const columnsOf = {
  rolePermission: ['roleId', 'permissionId'],
  storePermission: ['storeId', 'permissionId'],
  storeRolePermission: ['roleId', 'permissionId'],
  storeRoleUser: ['userId', 'roleId'],
} as const

/** Gives and takes what has changed; what somebody else has given or taken meanwhile is no mistake. */
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

/** Renames or describes a role; what is not sent stays as it is. */
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
