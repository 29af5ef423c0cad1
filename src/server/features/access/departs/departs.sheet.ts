import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { ListSearch, Writer } from '#server/core/lists/crud.ts'
import { listConditions } from '#server/core/lists/list.ts'
import type { Deps, SignedIn } from '#server/core/slice.ts'
import { excelHandlers } from '#server/core/workbooks/excel.ts'
import type { Transaction } from '#server/db/database.ts'
import { portionsOf } from '#server/db/store-list.ts'
import type { Tables } from '#server/db/tables.ts'
import { toDepart } from '#server/features/access/entities.view.ts'
import { AppError } from '#shared/core/errors.ts'
import { departFilter } from '#shared/features/access/departs.contract.ts'
import { DepartImport, departSheet } from '#shared/features/access/departs.sheet.ts'
import { columnOfDepart, type departsService } from './departs.service.ts'

type Conditions = readonly RawBuilder<unknown>[]
type Row = Selectable<Tables['store']>

/** The last part of a code, which identifies a store among its siblings. */
const LAST_PART = 3

function found(query: ListSearch, more: Conditions): RawBuilder<unknown> {
  const selected = typeof query.selections === 'string' ? query.selections.split(',').filter(Boolean) : []
  const chosen = query.selections ? [sql`t.id::text = any(${selected})`] : []
  const filters = listConditions(departFilter, query, columnOfDepart)
  return sql.join([sql`true`, ...filters, ...chosen, ...more], sql` and `)
}

/** The parent store of a row, in scope; null for a new chain. */
async function parentIdOf(trx: Transaction, { parent, orgCode }: DepartImport, user: SignedIn): Promise<string | null> {
  const name = parent || (orgCode ?? '').slice(0, -LAST_PART) || (orgCode ? '' : user.orgCode)
  if (name === '') return null
  const rows = await trx
    .selectFrom('store')
    .select('id')
    .where((eb) => eb.or([eb('orgCode', '=', name), eb('name', '=', name)]))
    .limit(2)
    .execute()
  if (rows.length !== 1 || !rows[0]) throw new AppError('departs.unknownParent', { name, field: 'parent' })
  return rows[0].id
}

/** Stores as workbooks: those in scope, parents first, and new ones below one in scope. */
export function departSheetHandlers(deps: Deps, service: ReturnType<typeof departsService>) {
  const definition = {
    filter: { ...departFilter, departOrder: 'number', dayStartHour: 'number' },
    create: DepartImport,
    dict: { orgCategory: 'org_category', status: 'depart_status' },
    permission: 'depart',
  } as const
  return excelHandlers(deps, definition, departSheet, {
    columnOf: columnOfDepart,
    async count(trx: Transaction, _: SignedIn, query: ListSearch, more: Conditions) {
      const { rows } = await sql<{ total: number }>`select count(*) as total from store t
        where ${found(query, more)}`.execute(trx)
      return rows[0]?.total ?? 0
    },
    async *each(trx: Transaction, _: SignedIn, query: ListSearch, more: Conditions) {
      // Parents before children, so that an exported workbook can be imported.
      const all = portionsOf<Row & { parent: string | null }>(
        trx,
        sql`select t.*, (select p.name from store p where p.id = t.parent_id) as parent
          from store t where ${found(query, more)} order by length(t.org_code), t.org_code`,
      )
      for await (const rows of all) yield rows.map((row) => Object.assign(toDepart(row), { parent: row.parent }))
    },
    async add(trx: Transaction, given: DepartImport, { user }: Writer) {
      const { parent: _, orgCode: __, ...fields } = given
      const { id } = await service.insert(trx, { ...fields, parentId: await parentIdOf(trx, given, user) }, user)
      return id
    },
  })
}
