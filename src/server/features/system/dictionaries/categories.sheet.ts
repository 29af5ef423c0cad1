import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { ListSearch, Writer } from '#server/core/lists/crud.ts'
import { listConditions } from '#server/core/lists/list.ts'
import type { Deps, SignedIn } from '#server/core/slice.ts'
import { excelHandlers } from '#server/core/workbooks/excel.ts'
import type { Transaction } from '#server/db/database.ts'
import { portionsOf } from '#server/db/store-list.ts'
import { AppError } from '#shared/core/errors.ts'
import { CategoryImport, categoryFields, categorySheet } from '#shared/features/system/categories.contract.ts'
import { addCategory, columnOfCategory } from './categories.repository.ts'

type Conditions = readonly RawBuilder<unknown>[]

function found(query: ListSearch, more: Conditions): RawBuilder<unknown> {
  const selected = typeof query.selections === 'string' ? query.selections.split(',').filter(Boolean) : []
  const chosen = query.selections ? [sql`t.id::text = any(${selected})`] : []
  const filters = listConditions(categoryFields, query, columnOfCategory)
  return sql.join([sql`true`, ...filters, ...chosen, ...more], sql` and `)
}

/** The parent id of a row, by code or name. Throws if the name matches none or several. */
async function parentIdOf(trx: Transaction, name: string): Promise<string> {
  if (name === '' || name === '0') return '0'
  const rows = await trx
    .selectFrom('category')
    .select('id')
    .where((eb) => eb.or([eb('code', '=', name), eb('name', '=', name)]))
    .limit(2)
    .execute()
  if (rows.length !== 1 || !rows[0]) throw new AppError('categories.unknownParent', { name, field: 'parent' })
  return rows[0].id
}

/**
 * Categories as workbooks, parents before children and parents by their code, so that an exported workbook can be imported: elsewhere
 * with the same codes, and where a code is taken the row is refused.
 */
export function categorySheetHandlers(deps: Deps) {
  const definition = { filter: categoryFields, create: CategoryImport, dict: {}, permission: 'category' }
  return excelHandlers(deps, definition, categorySheet, {
    columnOf: columnOfCategory,
    async count(trx: Transaction, _: SignedIn, query: ListSearch, more: Conditions) {
      const { rows } = await sql<{ total: number }>`select count(*) as total from category t
        where ${found(query, more)}`.execute(trx)
      return rows[0]?.total ?? 0
    },
    each: (trx: Transaction, _: SignedIn, query: ListSearch, more: Conditions) =>
      portionsOf<Record<string, unknown>>(
        trx,
        sql`select t.name, t.code, (select p.code from category p where p.id = t.parent_id) as parent
          from category t where ${found(query, more)} order by length(t.code), t.code`,
      ),
    async add(trx: Transaction, { name, parent, code }: z.output<typeof CategoryImport>, writer: Writer) {
      return (await addCategory(trx, { name, pid: await parentIdOf(trx, parent ?? ''), code }, writer)).id
    },
  })
}
