import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { withDictTexts } from '#server/core/dictionaries.ts'
import type { Handlers } from '#server/core/http/mount.ts'
import type { CallContext, Deps, SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { pageOfStores, pageOfTable, portionsOf, storesOf } from '#server/db/store-list.ts'
import type { Tables } from '#server/db/tables.ts'
import type { crudRoutes, FieldKind, Fields, Resource } from '#shared/core/crud.ts'
import type { Page } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { fromMinor, toMinor } from '#shared/core/money.ts'
import { fromWireTime, toWireTime } from '#shared/core/time.ts'
import { columnOfField } from './columns.ts'
import { listConditions } from './list.ts'
import { listRules } from './list-rules.ts'

/** The table of a resource. */
export interface TableOptions {
  table: keyof Tables & string
  /** Whether the table has `org_code`: a row belongs to the store in which it was added. */
  ofStores: boolean
  /** Columns (camelCase) whose name differs from the field's. */
  columns?: Record<string, string>
  /** Fields whose stored value differs from the wire value beyond the conversion of their kind. */
  codecs?: Record<string, Codec>
  /** The type of ids; UUID by default. */
  ids?: 'uuid' | 'text'
  /** A condition on the table aliased `t` that rows must meet to appear in lists. */
  where?: RawBuilder<unknown>
}

/** Converts a wire value to the value of its column. */
export interface Codec {
  toWire(stored: unknown): unknown
  toColumn(value: unknown): unknown
}

export interface ListSearch {
  pageNo: number
  pageSize: number
  column: string
  order: 'asc' | 'desc'
  [filter: string]: unknown
}

/** The user who writes, and the time. */
export interface Writer {
  user: SignedIn
  at: Date
  /** The store of a new row; by default the user's current one. */
  orgCode?: string
}

/** A row before and after a change, for the audit trail. */
export interface Change<Row> {
  before: Row
  after: Row
}

type Values = Record<string, unknown>
type Conditions = readonly RawBuilder<unknown>[]

/** The statements of a plain resource. Each takes a transaction whose scope is already the caller's. */
export function crudTable<E extends z.ZodObject, C extends z.ZodObject, U extends z.ZodObject, F extends Fields>(
  definition: Pick<Resource<E, C, U, F>, 'entity' | 'filter'> & { create: C; update: U },
  options: TableOptions & {
    /** Sets fields whose values come from other tables, on rows that are read, exported or removed. */
    complete?(trx: Transaction, rows: readonly z.output<E>[]): Promise<z.output<E>[]>
  },
) {
  type Row = z.output<E>
  const { filter } = definition
  const kinds: Record<string, FieldKind> = filter
  const table = sql.table(options.table)
  const columnOf = (field: string): string => options.columns?.[field] ?? columnOfField(field)

  const toRow = (row: Values): Row =>
    Object.fromEntries(
      Object.keys(definition.entity.shape).map((field) => {
        return [field, toWire(field, field === 'sysOrgCode_dictText' ? row.storeName : row[columnOf(field)])]
      }),
      // The shape's keys are those of the row.
    ) as Row

  const toWire = (field: string, value: unknown): unknown => {
    const codec = options.codecs?.[field]
    if (codec) return codec.toWire(value)
    if (value instanceof Date) return toWireTime(value)
    if (kinds[field] === 'money' && typeof value === 'number') return fromMinor(value)
    if (kinds[field] === 'yesNo' && typeof value === 'boolean') return value ? 'YES' : 'NO'
    return value ?? null
  }

  const toColumn = (field: string, value: unknown): unknown => {
    const codec = options.codecs?.[field]
    if (codec) return codec.toColumn(value)
    if (kinds[field] === 'yesNo') return value === 'YES'
    if (kinds[field] === 'date') return value === '' ? null : value
    if (kinds[field] === 'money' && typeof value === 'number') return toMinor(value)
    if (kinds[field] === 'time' && typeof value === 'string') return value === '' ? null : fromWireTime(value)
    return value
  }

  const toRows = async (trx: Transaction, stored: readonly Values[]): Promise<Row[]> => {
    const rows = stored.map(toRow)
    return options.complete && rows.length > 0 ? options.complete(trx, rows) : rows
  }

  const idArray = options.ids === 'text' ? sql`text[]` : sql`uuid[]`
  const isId = (id: string): boolean =>
    options.ids === 'text' || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)

  /** A row by its id, if lists show it. */
  const rowConditions = (id: string): RawBuilder<unknown>[] => [
    sql`t.id = ${id}`,
    ...(options.where ? [options.where] : []),
  ]

  const conditions = (query: Values): RawBuilder<unknown>[] => [
    ...(options.where ? [options.where] : []),
    ...listConditions(filter, query, columnOf),
  ]

  const storeName = options.ofStores
    ? sql`, (select name from store s where s.org_code = t.org_code) as store_name`
    : sql``
  const storeRange = (user: SignedIn, query: Values) =>
    storesOf(user, typeof query.sysOrgCode === 'string' ? query.sysOrgCode : undefined)

  /** A search as one condition: its filters, stores and selected rows. */
  function whole(user: SignedIn, query: Values, more: Conditions): RawBuilder<unknown> {
    const { sysOrgCode: _, ...rest } = query
    const where = [sql`true`, ...conditions(options.ofStores ? rest : query), ...more]
    const stores = options.ofStores ? storeRange(user, query) : undefined
    if (stores) where.push(sql`t.org_code >= ${stores.from} and t.org_code < ${stores.to}`)
    const selections = typeof query.selections === 'string' ? query.selections.split(',').filter(isId) : []
    if (query.selections) where.push(sql`t.id = any(${selections}::${idArray})`)
    return sql.join(where, sql` and `)
  }

  const statements = {
    options: options as TableOptions,
    conditions,
    columnOf,
    toRow,
    /** One page; `more` are further conditions on the table `t`, such as those of data rules. */
    async page(trx: Transaction, user: SignedIn, query: ListSearch, more: Conditions = []): Promise<Page<Row>> {
      const { pageNo, pageSize, order } = query
      const column = columnOf(query.column)
      if (options.ofStores) {
        const stores = storeRange(user, query)
        const { sysOrgCode: _, ...rest } = query
        const list = { where: [...conditions(rest), ...more], column, order, pageNo, pageSize, stores }
        const page = await pageOfStores<Values>(trx, { ...list, table: options.table })
        return { ...page, records: await toRows(trx, page.records) }
      }
      const list = { table: options.table, where: [...conditions(query), ...more], column, order, pageNo, pageSize }
      const page = await pageOfTable<Values>(trx, list)
      return { ...page, records: await toRows(trx, page.records) }
    },
    /** The number of rows that a search finds on all pages. */
    async count(trx: Transaction, user: SignedIn, query: Values, more: Conditions = []): Promise<number> {
      const found = await sql<{ total: number }>`select count(*) as total from ${table} t
        where ${whole(user, query, more)}`.execute(trx)
      return found.rows[0]?.total ?? 0
    },
    /** All rows that a search finds, in batches from one snapshot. */
    async *each(trx: Transaction, user: SignedIn, query: ListSearch, more: Conditions = []): AsyncGenerator<Row[]> {
      const order = query.order === 'asc' ? sql`asc` : sql`desc`
      const sorted = sql.ref(`t.${columnOf(query.column)}`)
      const select = sql`select t.*${storeName} from ${table} t
        where ${whole(user, query, more)} order by ${sorted} ${order}, t.id ${order}`
      for await (const rows of portionsOf<Values>(trx, select)) yield toRows(trx, rows)
    },
    /** Throws unless all of these rows exist and meet the conditions, such as those of data rules. */
    async requireRows(trx: Transaction, ids: readonly string[], more: Conditions): Promise<void> {
      const wanted = [...new Set(ids)]
      const where = [sql`t.id = any(${wanted}::${idArray})`, ...(options.where ? [options.where] : []), ...more]
      const { rows } = wanted.every(isId)
        ? await sql`select from ${table} t where ${sql.join(where, sql` and `)}`.execute(trx)
        : { rows: [] }
      if (rows.length !== wanted.length) throw new AppError('common.recordNotFound')
    },
    async get(trx: Transaction, id: string): Promise<Row> {
      const found = isId(id)
        ? await sql<Values>`select t.*${storeName} from ${table} t
            where ${sql.join(rowConditions(id), sql` and `)}`.execute(trx)
        : undefined
      const [row] = await toRows(trx, found?.rows ?? [])
      if (!row) throw new AppError('common.recordNotFound')
      return row
    },
    async add(trx: Transaction, values: z.output<C>, writer: Writer): Promise<string> {
      const id = newId()
      const row: Values = { id, ...columns(values), ...stamp('create', writer) }
      if (options.ofStores) row.orgCode = writer.orgCode ?? writer.user.orgCode
      const names = Object.keys(row)
      await sql`insert into ${table} (${sql.join(names.map((name) => sql.ref(name)))})
        values (${sql.join(names.map((name) => sql`${row[name]}`))})`.execute(trx)
      return id
    },
    /** Changes the fields that are present, if any; returns the row before and after. */
    async edit(trx: Transaction, id: string, values: Partial<z.output<U>>, writer: Writer): Promise<Change<Row>> {
      const before = await statements.get(trx, id)
      const changed = columns(values)
      if (Object.keys(changed).length === 0) return { before, after: before }
      const row: Values = { ...changed, ...stamp('update', writer) }
      const sets = Object.keys(row).map((name) => sql`${sql.ref(name)} = ${row[name]}`)
      await sql`update ${table} t set ${sql.join(sets)} where ${sql.join(rowConditions(id), sql` and `)}`.execute(trx)
      return { before, after: await statements.get(trx, id) }
    },
    /** Removes all of the rows, or none if one is missing; returns the removed rows. */
    async remove(trx: Transaction, ids: readonly string[]): Promise<Row[]> {
      const wanted = [...new Set(ids)]
      const { rows } = wanted.every(isId)
        ? await sql<Values>`delete from ${table} where id = any(${wanted}::${idArray}) returning *`.execute(trx)
        : { rows: [] }
      if (rows.length !== wanted.length) throw new AppError('common.recordNotFound')
      return toRows(trx, rows)
    },
  }

  const columns = (values: Values): Values =>
    Object.fromEntries(
      Object.entries(values)
        .filter(([, value]) => value !== undefined)
        .map(([field, value]) => [columnOf(field), toColumn(field, value)]),
    )
  const stamp = (what: 'create' | 'update', { user, at }: Writer): Values => ({
    [columnOf(`${what}By`)]: user.username,
    [columnOf(`${what}Time`)]: at,
  })
  return statements
}

/** The user and time that a call's changes are recorded with. */
export const writerOf = ({ clock }: Pick<Deps, 'clock'>, { user }: CallContext): Writer => ({ user, at: clock() })

type CrudContract<
  E extends z.ZodObject,
  C extends z.ZodObject,
  U extends z.ZodObject,
  F extends Fields,
  D extends string,
> = ReturnType<typeof crudRoutes<E, C, U, F, D>>

interface CrudHooks<E extends z.ZodObject> {
  /** Called in the transaction of each edit with the row as it is now, and of each deletion with the row as it was. */
  changed?: (ctx: CallContext, row: z.output<E>) => void
}

/** Handlers of a plain resource's calls. A resource with a rule of its own spreads them and replaces the handler. */
export function crudHandlers<
  E extends z.ZodObject,
  C extends z.ZodObject,
  U extends z.ZodObject,
  F extends Fields,
  D extends string,
>(
  deps: Pick<Deps, 'clock' | 'dictionaries'>,
  definition: Resource<E, C, U, F, D>,
  statements: ReturnType<typeof crudTable<E, C, U, F>>,
  { changed }: CrudHooks<E> = {},
): Handlers<CrudContract<E, C, U, F, D>> {
  interface Input {
    query: ListSearch & { id: string; ids: string[] }
    body: z.output<C> & z.output<U> & { id: string }
    ctx: CallContext
  }
  const texts = (rows: z.output<E>[], { locale }: CallContext) =>
    withDictTexts(deps.dictionaries, definition.dict, rows, locale)
  const { rulesOf, requireListed } = listRules(deps, definition, statements)
  const remove = (ids: readonly string[], ctx: CallContext) =>
    ctx.tx(async (trx) => {
      await requireListed(trx, ids, ctx)
      for (const before of await statements.remove(trx, ids)) {
        ctx.touched({ id: String(before.id), before })
        changed?.(ctx, before)
      }
      return null
    })
  const handlers = {
    list: async ({ query, ctx }: Input) => {
      const page = await ctx.tx(async (trx) => statements.page(trx, ctx.user, query, await rulesOf(trx, ctx)))
      return { ...page, records: await texts(page.records, ctx) }
    },
    queryById: async ({ query, ctx }: Input) => {
      const row = await ctx.tx(async (trx) => {
        await requireListed(trx, [query.id], ctx)
        return statements.get(trx, query.id)
      })
      return (await texts([row], ctx))[0]
    },
    add: ({ body, ctx }: Input) =>
      ctx.tx(async (trx) => {
        const id = await statements.add(trx, body, writerOf(deps, ctx))
        ctx.touched({ id, after: body })
        return null
      }),
    edit: ({ body: { id, ...values }, ctx }: Input) =>
      ctx.tx(async (trx) => {
        await requireListed(trx, [id], ctx)
        const change = await statements.edit(trx, id, values as Partial<z.output<U>>, writerOf(deps, ctx))
        ctx.touched({ id, ...change })
        changed?.(ctx, change.after)
        return null
      }),
    delete: ({ query, ctx }: Input) => remove([query.id], ctx),
    deleteBatch: ({ query, ctx }: Input) => remove(query.ids, ctx),
  }
  // The handlers match their contracts, but the contracts depend on five type parameters that TypeScript cannot resolve here.
  return handlers as unknown as Handlers<CrudContract<E, C, U, F, D>>
}
