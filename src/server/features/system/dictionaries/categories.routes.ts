import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { mount } from '#server/core/http/mount.ts'
import { writerOf } from '#server/core/lists/crud.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { afterPrefix } from '#server/db/store-list.ts'
import { toPage } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import { type Category, categories, type TreeOption } from '#shared/features/system/categories.contract.ts'
import {
  addCategory,
  below,
  findCategories,
  getCategory,
  pageOfRoots,
  removeCategories,
} from './categories.repository.ts'
import { categorySheetHandlers } from './categories.sheet.ts'

const toOption = ({ id, name, code, pid, hasChild }: Category, children: TreeOption[] | null = null): TreeOption => ({
  key: id,
  value: id,
  title: name,
  code,
  parentId: pid,
  leaf: hasChild === '0',
  icon: null,
  children,
})

/** Everything under a code, as one range of the byte-wise index. */
const under = (code: string) => sql`t.code >= ${code} and t.code < ${afterPrefix(code)} and t.code <> ${code}`

export function categoriesRoutes(app: FastifyInstance, deps: Deps): void {
  const idOf = async (trx: Transaction, code: string | undefined): Promise<string> => {
    if (code === undefined || code === '' || code === '0') return '0'
    return (await findCategories(trx, sql`t.code = ${code}`))[0]?.id ?? ''
  }
  const options = async (trx: Transaction, pid: string): Promise<TreeOption[]> =>
    pid === '' ? [] : (await findCategories(trx, below(pid))).map((category) => toOption(category))

  const remove = (ids: readonly string[], ctx: CallContext): Promise<null> =>
    ctx.tx(async (trx) => {
      for (const before of await removeCategories(trx, ids)) ctx.touched({ id: before.id, before })
      return null
    })

  mount(app, deps, categories, {
    ...categorySheetHandlers(deps),
    rootList: ({ query, ctx }) => ctx.tx((trx) => pageOfRoots(trx, query)),
    childList: ({ query, ctx }) => ctx.tx((trx) => findCategories(trx, below(query.pid))),
    getChildListBatch: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const found = await findCategories(trx, sql`(${sql.join(query.parentIds.map(below), sql` or `)})`)
        return toPage(found, found.length, 1, Math.max(found.length, 1))
      }),
    queryById: ({ query, ctx }) => ctx.tx((trx) => getCategory(trx, query.id)),
    add: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        const after = await addCategory(trx, body, writerOf(deps, ctx))
        ctx.touched({ id: after.id, after })
        return null
      }),
    edit: ({ body: { id, name }, ctx }) =>
      ctx.tx(async (trx) => {
        const before = await getCategory(trx, id)
        if (name === undefined) return null
        const changed = { name, updatedBy: ctx.user.username, updatedAt: deps.clock() }
        await trx.updateTable('category').set(changed).where('id', '=', id).execute()
        ctx.touched({ id, before, after: { ...before, name } })
        return null
      }),
    delete: ({ query, ctx }) => remove([query.id], ctx),
    deleteBatch: ({ query, ctx }) => remove(query.ids, ctx),
    loadTreeRoot: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const root = await idOf(trx, query.pcode)
        if (query.async === 'true' || root === '') return options(trx, root)
        const all = await findCategories(trx, under(root === '0' ? '' : (query.pcode ?? '')))
        const grow = (pid: string): TreeOption[] =>
          all
            .filter((category) => category.pid === pid)
            .map((category) => toOption(category, category.hasChild === '1' ? grow(category.id) : null))
        return grow(root)
      }),
    loadTreeChildren: ({ query, ctx }) => ctx.tx((trx) => options(trx, query.pid)),
    loadTreeData: ({ query, ctx }) => ctx.tx(async (trx) => options(trx, query.pid ?? (await idOf(trx, query.pcode)))),
    loadDictItem: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const found = await findCategories(trx, sql`t.id::text = any(${query.ids}::text[])`)
        const names = new Map(found.map(({ id, name }) => [id, name]))
        return query.ids.flatMap((id) => names.get(id) ?? [])
      }),
    loadAllData: ({ query, ctx }) =>
      ctx.tx(async (trx) =>
        (await findCategories(trx, under(query.code ?? ''))).map(({ id, name }) => ({
          value: id,
          text: name,
          title: name,
        })),
      ),
    loadOne: ({ query: { field, val }, ctx }) =>
      ctx.tx(async (trx) => {
        const column = { id: sql`t.id::text`, code: sql`t.code`, name: sql`t.name` }[field]
        const [category] = await findCategories(trx, sql`${column} = ${val}`)
        if (!category) throw new AppError('common.recordNotFound')
        return category
      }),
    checkCode: ({ query: { pid, code }, ctx }) =>
      ctx.tx(async (trx) => {
        if (!code) throw new AppError('categories.codeRequired')
        if (pid === undefined || pid === '0') return null
        const parent = await getCategory(trx, pid)
        if (!code.startsWith(parent.code)) throw new AppError('categories.codeForm', { code: parent.code })
        return null
      }),
  })
}
