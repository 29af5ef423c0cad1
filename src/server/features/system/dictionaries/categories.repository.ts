import { type RawBuilder, sql } from 'kysely'
import { columnOfField } from '#server/core/lists/columns.ts'
import type { ListSearch, Writer } from '#server/core/lists/crud.ts'
import { listConditions } from '#server/core/lists/list.ts'
import type { Transaction } from '#server/db/database.ts'
import { pageOfTable } from '#server/db/store-list.ts'
import type { Page } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import { isUuid, newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import { type Category, categoryFields } from '#shared/features/system/categories.contract.ts'
import { isTreeCode, nextTreeCode } from '#shared/features/system/tree-code.calc.ts'

interface Row {
  id: string
  parentId: string | null
  name: string
  code: string
  createdBy: string | null
  createdAt: Date
  updatedBy: string | null
  updatedAt: Date | null
  hasChild: boolean
}

export const columnOfCategory = (field: string): string => (field === 'pid' ? 'parentId' : columnOfField(field))

const toCategory = (row: Row): Category => ({
  ...row,
  pid: row.parentId ?? '0',
  hasChild: row.hasChild ? '1' : '0',
  createBy: row.createdBy,
  createTime: toWireTime(row.createdAt),
  updateBy: row.updatedBy,
  updateTime: row.updatedAt && toWireTime(row.updatedAt),
})

const hasChild = sql`exists (select from category c where c.parent_id = t.id) as has_child`

export async function findCategories(
  trx: Transaction,
  where: RawBuilder<unknown>,
  page: RawBuilder<unknown> = sql`order by t.code`,
): Promise<Category[]> {
  const found = await sql<Row>`select t.*, ${hasChild} from category t where ${where} ${page}`.execute(trx)
  return found.rows.map(toCategory)
}

/** Children of a node, or the roots. */
export const below = (pid: string): RawBuilder<unknown> =>
  pid === '0' ? sql`t.parent_id is null` : sql`t.parent_id = ${pid}`

export async function pageOfRoots(trx: Transaction, query: ListSearch): Promise<Page<Category>> {
  const { pageNo, pageSize, column, order } = query
  const where = [below('0'), ...listConditions(categoryFields, query, columnOfCategory)]
  const list = {
    table: 'category',
    where,
    column: columnOfCategory(column),
    order,
    pageNo,
    pageSize,
    columns: hasChild,
  }
  const page = await pageOfTable<Row>(trx, list)
  return { ...page, records: page.records.map(toCategory) }
}

export async function getCategory(trx: Transaction, id: string): Promise<Category> {
  const [category] = isUuid(id) ? await findCategories(trx, sql`t.id = ${id}`) : []
  if (!category) throw new AppError('common.recordNotFound')
  return category
}

const codeOfParent = async (trx: Transaction, pid: string): Promise<string> =>
  pid === '0' ? '' : (await getCategory(trx, pid)).code

/** The code that the next node below a parent gets; `0` for a root. */
export async function nextCategoryCode(trx: Transaction, pid: string): Promise<string> {
  const parent = await codeOfParent(trx, pid)
  const siblings = await findCategories(trx, below(pid), sql`order by t.code desc limit 1`)
  const code = nextTreeCode(parent, siblings[0]?.code)
  if (code === null || code.length > 64) throw new AppError('categories.full')
  return code
}

/** Throws unless a code has the form of a child's code of the parent, and no node has it. */
async function requireFreeCode(trx: Transaction, code: string, pid: string): Promise<void> {
  const parent = await codeOfParent(trx, pid)
  if (!isTreeCode(code, parent)) throw new AppError('categories.codeForm', { code: parent, field: 'code' })
  if ((await findCategories(trx, sql`t.code = ${code}`)).length > 0) {
    throw new AppError('categories.codeTaken', { code, field: 'code' })
  }
}

/** Adds a node, by default with the next code. Additions of siblings are serialized, so that their codes are unique. */
export async function addCategory(
  trx: Transaction,
  { name, pid, code: given }: { name: string; pid: string; code?: string | null },
  { user, at }: Writer,
): Promise<Category> {
  await sql`select pg_advisory_xact_lock(hashtext('category'), 0)`.execute(trx)
  if (given) await requireFreeCode(trx, given, pid)
  const code = given || (await nextCategoryCode(trx, pid))
  const id = newId()
  await trx
    .insertInto('category')
    .values({
      id,
      name,
      code,
      parentId: pid === '0' ? null : pid,
      createdBy: user.username,
      createdAt: at,
      updatedBy: null,
      updatedAt: null,
    })
    .execute()
  return getCategory(trx, id)
}

/** Removes nodes with their descendants, all or none; a node below another one is removed with it. */
export async function removeCategories(trx: Transaction, ids: readonly string[]): Promise<Category[]> {
  const before = []
  for (const id of new Set(ids)) before.push(await getCategory(trx, id))
  const wanted = before.map(({ id }) => id)
  await trx.deleteFrom('category').where('id', 'in', wanted).execute()
  return before
}
