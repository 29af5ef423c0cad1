import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { columnOfField } from '#server/core/lists/columns.ts'
import type { ListSearch, Writer } from '#server/core/lists/crud.ts'
import { listConditions } from '#server/core/lists/list.ts'
import type { Deps, SignedIn } from '#server/core/slice.ts'
import { excelHandlers } from '#server/core/workbooks/excel.ts'
import type { Transaction } from '#server/db/database.ts'
import { portionsOf } from '#server/db/store-list.ts'
import { roleIsSeen } from '#server/features/access/rights.service.ts'
import { RoleAdd, roleFilter, roleSheet } from '#shared/features/access/roles.contract.ts'
import type { rolesService } from './roles.service.ts'

type Conditions = readonly RawBuilder<unknown>[]

function found(user: SignedIn, query: ListSearch, more: Conditions): RawBuilder<unknown> {
  const selected = typeof query.selections === 'string' ? query.selections.split(',').filter(Boolean) : []
  const chosen = query.selections ? [sql`t.id = any(${selected})`] : []
  const filters = listConditions(roleFilter, query, columnOfField)
  return sql.join([roleIsSeen(user, 't'), ...filters, ...chosen, ...more], sql` and `)
}

/** Roles as workbooks: export of those that the user sees, import of new ones of the own store, without grants. */
export function roleSheetHandlers(deps: Deps, service: ReturnType<typeof rolesService>) {
  const definition = { filter: roleFilter, create: RoleAdd, dict: {}, permission: 'role' }
  return excelHandlers(deps, definition, roleSheet, {
    columnOf: columnOfField,
    async count(trx, user, query, more) {
      const where = found(user, query, more)
      const { rows } = await sql<{ total: number }>`select count(*) as total from role t where ${where}`.execute(trx)
      return rows[0]?.total ?? 0
    },
    each(trx: Transaction, user: SignedIn, query: ListSearch, more: Conditions) {
      const [column, order] = [sql.ref(`t.${columnOfField(query.column)}`), sql.raw(query.order)]
      return portionsOf<Record<string, unknown>>(
        trx,
        sql`select t.* from role t where ${found(user, query, more)} order by ${column} ${order}, t.id ${order}`,
      )
    },
    add: (trx: Transaction, values: z.output<typeof RoleAdd>, { user }: Writer) => service.insert(trx, values, user),
  })
}
