import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Handlers, mount } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import type { excelRoutes } from '#shared/core/excel.ts'
import type { Contract } from '#shared/core/route.ts'
import {
  dictItemResource,
  dictItems,
  dictionaries,
  dictResource,
} from '#shared/features/system/dictionaries.contract.ts'
import type { Locale } from '#shared/i18n/catalogue.ts'
import { dictSheetHandlers } from './dictionaries.sheet.ts'
import { tableItems, treeLevel } from './table-dictionaries.service.ts'

/**
 * Lets an edit set a name in one language by either field: `shown`, the only name that clients of the API family use, or `own`, the column
 * of the language. A client sends the field that it does not use back unchanged, so the new name is the one that differs from the stored.
 */
function withEitherName<S extends Pick<ReturnType<typeof crudTable>, 'get' | 'edit'>>(
  statements: S,
  shown: string,
  own: string,
): S {
  const edit: S['edit'] = async (trx, id, values, writer) => {
    const { [shown]: given, ...rest } = values
    const before: Record<string, unknown> = await statements.get(trx, id)
    const isNewName = given !== undefined && (rest[own] === undefined || rest[own] === before[own])
    return statements.edit(trx, id, isNewName ? { ...rest, [own]: given } : rest, writer)
  }
  return { ...statements, edit }
}

type SheetContract = ReturnType<typeof excelRoutes<typeof dictResource.filter>>

/** A table with one column per language for a name: one set of statements for the readers of each language. */
const byLanguage = <T>(of: (locale: Locale) => T): Record<Locale, T> => ({ zh: of('zh'), en: of('en') })

const present = sql`t.deleted_at is null`
const dictTables = byLanguage((locale) => {
  const name = locale === 'en' ? 'nameEn' : 'nameZh'
  const table = crudTable(dictResource, {
    table: 'dictionary',
    ofStores: false,
    ids: 'text',
    where: present,
    columns: { dictCode: 'code', dictName: name },
  })
  return withEitherName(table, 'dictName', name)
})
const itemTables = byLanguage((locale) => {
  const text = locale === 'en' ? 'textEn' : 'textZh'
  const table = crudTable(dictItemResource, {
    table: 'dictionaryItem',
    ofStores: false,
    ids: 'text',
    columns: { itemText: text, itemValue: 'value', dictId: 'dictionaryId' },
  })
  return withEitherName(table, 'itemText', text)
})

/** Handlers that dispatch by the reader's language. */
function inLanguage<C extends Contract>(by: Record<Locale, Handlers<C>>): Handlers<C> {
  const handlers = Object.keys(by.zh).map((name: keyof C) => [
    name,
    (input: Parameters<Handlers<C>[keyof C]>[0]) => by[input.ctx.locale][name](input),
  ])
  // The keys are those of each language's handlers.
  return Object.fromEntries(handlers) as Handlers<C>
}

export function dictionariesRoutes(app: FastifyInstance, deps: Deps): void {
  const tables = deps.registry.tableDictionaries
  const handlers = inLanguage(byLanguage((locale) => crudHandlers(deps, dictResource, dictTables[locale])))
  const sheets = inLanguage<SheetContract>(
    byLanguage((locale) => dictSheetHandlers(deps, { dictTable: dictTables[locale], itemTable: itemTables[locale] })),
  )
  mount(app, deps, dictionaries, {
    ...handlers,
    ...sheets,
    // A name sent in one language is used for both until it is translated.
    add: ({ body, ctx }) => {
      const { dictName, nameZh = dictName, nameEn = dictName } = body
      return handlers.add({ body: { ...body, nameZh, nameEn }, ctx, params: undefined, query: undefined })
    },
    delete: ({ query, ctx }) => recycle(deps, ctx, [query.id]),
    deleteBatch: ({ query, ctx }) => recycle(deps, ctx, query.ids),
    treeList: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const every = { ...query, pageNo: 1, pageSize: 5000, column: 'dictCode', order: 'asc' } as const
        const { records } = await dictTables[ctx.locale].page(trx, ctx.user, every)
        return records.map((row) => ({ ...row, key: row.id, title: row.dictName, isLeaf: true, delFlag: 0 }) as const)
      }),
    deleteList: ({ ctx }) =>
      ctx.tx(async (trx) => {
        const rows = await trx
          .selectFrom('dictionary')
          .selectAll()
          .where('deletedAt', 'is not', null)
          .orderBy('code')
          .execute()
        return rows.map((row) => dictTables[ctx.locale].toRow(row))
      }),
    back: ({ params, ctx }) =>
      ctx.tx(async (trx) => {
        const changed = { deletedAt: null, updatedBy: ctx.user.username, updatedAt: deps.clock() }
        const back = trx
          .updateTable('dictionary')
          .set(changed)
          .where('id', '=', params.id)
          .where('deletedAt', 'is not', null)
        if (!(await back.returning('id').executeTakeFirst())) throw new AppError('common.recordNotFound')
        return null
      }),
    deletePermanently: ({ params, ctx }) =>
      ctx.tx(async (trx) => {
        const deletion = trx.deleteFrom('dictionary').where('id', '=', params.id).where('deletedAt', 'is not', null)
        const before = await deletion.returningAll().executeTakeFirst()
        if (!before) throw new AppError('common.recordNotFound')
        ctx.touched({ id: before.id, before })
        return null
      }),
    queryAllDictItems: ({ ctx }) => deps.dictionaries.all(ctx.locale),
    getDictText: async ({ params, ctx }) => {
      const items = await deps.dictionaries.items(params.code, ctx.locale)
      return items.find(({ value }) => value === params.key)?.text ?? null
    },
    loadDict: ({ params, query, ctx }) => tableItems(tables, ctx, params.code, { keyword: query.keyword, limit: 50 }),
    loadDictItem: async ({ params, query, ctx }) => {
      const items = await tableItems(tables, ctx, params.code, { keys: query.key })
      return query.key.flatMap((key) => items.find(({ value }) => value === key)?.text ?? [])
    },
    loadTreeData: ({ query, ctx }) => treeLevel(tables, ctx, query),
    refreshCache: async ({ ctx }) => {
      if (ctx.user.identity !== '-1') throw new AppError('auth.forbidden')
      await deps.bus.send({ kind: 'dictionaries' })
      return null
    },
  })
}

export function dictItemsRoutes(app: FastifyInstance, deps: Deps): void {
  const handlers = inLanguage(byLanguage((locale) => crudHandlers(deps, dictItemResource, itemTables[locale])))
  mount(app, deps, dictItems, {
    ...handlers,
    add: ({ body, ctx }) => {
      const { itemText, textZh = itemText, textEn = itemText } = body
      return handlers.add({ body: { ...body, textZh, textEn }, ctx, params: undefined, query: undefined })
    },
    dictItemCheck: ({ query: { dictId, itemValue, id = '' }, ctx }) =>
      ctx.tx(async (trx) => {
        const taken = await trx
          .selectFrom('dictionaryItem')
          .select('id')
          .where('dictionaryId', '=', dictId)
          .where('value', '=', itemValue)
          .where('id', '<>', id)
          .executeTakeFirst()
        if (taken) throw new AppError('duplicates.taken', { field: 'itemValue' })
        return null
      }),
  })
}

/** Moves dictionaries into the recycle bin, all or none; their items are no longer listed. */
const recycle = ({ clock }: Deps, ctx: CallContext, ids: readonly string[]): Promise<null> =>
  ctx.tx(async (trx) => {
    const wanted = [...new Set(ids)]
    const rows = await trx
      .updateTable('dictionary')
      .set({ deletedAt: clock(), updatedBy: ctx.user.username, updatedAt: clock() })
      .where('id', 'in', wanted)
      .where('deletedAt', 'is', null)
      .returningAll()
      .execute()
    if (rows.length !== wanted.length) throw new AppError('common.recordNotFound')
    for (const row of rows) ctx.touched({ id: row.id, before: row })
    return null
  })
