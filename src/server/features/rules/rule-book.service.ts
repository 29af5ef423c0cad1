import { sql } from 'kysely'
import type { z } from 'zod'
import { dataRules } from '#server/core/auth/auth-rules.ts'
import { type crudTable, type ListSearch, type Writer, writerOf } from '#server/core/lists/crud.ts'
import type { CallContext, Deps, SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Fields, Resource } from '#shared/core/crud.ts'
import { AppError } from '#shared/core/errors.ts'
import { isUuid } from '#shared/core/id.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { nextSortIndex, type OrderedTable, reorder, storeFor } from './sort-order.repository.ts'
import { projectFor, projectNames } from './sub-projects.repository.ts'

type Values = Record<string, unknown>
type Statements<E extends z.ZodObject, C extends z.ZodObject, U extends z.ZodObject, F extends Fields> = ReturnType<
  typeof crudTable<E, C, U, F>
>

/** The specifics of one kind of rule. */
export interface RuleKind<E extends z.ZodObject, C extends z.ZodObject, U extends z.ZodObject, F extends Fields> {
  definition: { entity: E; create: C; update: U; filter: F }
  statements: Statements<E, C, U, F>
  table: Exclude<OrderedTable, 'subProject'>
  /** Schema of the editable fields. */
  fields: z.ZodObject
  /** The field with the name. */
  name: string
  /** Returns the normalized rule; throws if it cannot be used. */
  validate(rule: Values): Values
}

/** SQL condition on table `t` that excludes deleted rules. */
export const notWithdrawn = sql`t.withdrawn_at is null`

const MAX_NAME_LENGTH = 64

/**
 * Creates the statements of a kind of rule. Each rule belongs to a store, has a position and a project there, and is validated as a whole.
 * Deleted rules are withdrawn, because records refer to them. Counters are notified of every change.
 */
export function ruleStatements<E extends z.ZodObject, C extends z.ZodObject, U extends z.ZodObject, F extends Fields>(
  deps: Pick<Deps, 'realtime'>,
  { statements, table, fields, name, validate }: RuleKind<E, C, U, F>,
) {
  const notifyCounters = (trx: Transaction, orgCode: string) =>
    deps.realtime.publish({ topic: 'snapshot', orgCode }, trx)

  /** The editable fields of a row; missing values are empty strings, as in forms. */
  const editableValues = (row: Values): Values =>
    Object.fromEntries(Object.keys(fields.shape).map((field) => [field, row[field] ?? '']))

  const insert = async (trx: Transaction, orgCode: string, rule: Values, writer: Writer): Promise<string> => {
    const sortIndex = await nextSortIndex(trx, table, orgCode)
    // The position is a column, but not a field of the input.
    const id = await statements.add(trx, { ...rule, indexNumber: sortIndex } as z.output<C>, { ...writer, orgCode })
    await notifyCounters(trx, orgCode)
    return id
  }

  const lockRule = async (trx: Transaction, id: string): Promise<Values> => {
    if (isUuid(id)) await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(trx)
    return statements.get(trx, id)
  }

  return {
    ...statements,
    /** For workbooks: projects by name. */
    async *each(trx: Transaction, user: SignedIn, query: ListSearch, more?: Parameters<typeof statements.each>[3]) {
      const nameOf = await projectNames(trx)
      for await (const rows of statements.each(trx, user, query, more)) {
        yield rows.map((row) => ({ ...row, projectType: nameOf(String(row.sysOrgCode), String(row.projectType)) }))
      }
    },
    async add(trx: Transaction, { sysOrgCode, ...values }: z.output<C>, writer: Writer): Promise<string> {
      const orgCode = await storeFor(trx, writer.user, sysOrgCode as string | undefined)
      const projectType = await projectFor(trx, orgCode, String(values.projectType))
      return insert(trx, orgCode, validate({ ...values, projectType }), writer)
    },
    async edit(trx: Transaction, id: string, values: Partial<z.output<U>>, writer: Writer) {
      const before = await lockRule(trx, id)
      const changes = Object.entries(values).filter(([, value]) => value !== undefined)
      if (changes.length === 0) return statements.edit(trx, id, {}, writer)
      const old = editableValues(before)
      const rule = { ...old, ...Object.fromEntries(changes) }
      const orgCode = String(before.sysOrgCode)
      if (rule.projectType !== old.projectType)
        rule.projectType = await projectFor(trx, orgCode, String(rule.projectType))
      // A rule can always be switched off.
      const isSwitchedOff = changes.length === 1 && values.isActive === 'NO'
      const after = isSwitchedOff ? rule : validate(rule)
      const changed = Object.fromEntries(Object.entries(after).filter(([field, value]) => value !== old[field]))
      const change = await statements.edit(trx, id, changed as Partial<z.output<U>>, writer)
      await notifyCounters(trx, orgCode)
      return change
    },
    async remove(trx: Transaction, ids: readonly string[]): Promise<z.output<E>[]> {
      const distinctIds = [...new Set(ids)]
      const { rows } = distinctIds.every((id) => isUuid(id))
        ? await sql<Values>`update ${sql.table(table)} t set withdrawn_at = now(), active = false
            where id = any(${distinctIds}::uuid[]) and ${notWithdrawn} returning *`.execute(trx)
        : { rows: [] }
      if (rows.length !== distinctIds.length) throw new AppError('common.recordNotFound')
      for (const orgCode of new Set(rows.map((row) => String(row.orgCode)))) await notifyCounters(trx, orgCode)
      return rows.map((row) => statements.toRow(row))
    },
    /** Undoes a deletion: the rule is offered again if it was. */
    async restore(trx: Transaction, id: string, rowWas: string): Promise<void> {
      const { rows } = await sql<{ orgCode: string }>`update ${sql.table(table)}
        set withdrawn_at = null, active = (${rowWas}::jsonb ->> 'active')::boolean
        where id = ${id} and withdrawn_at is not null returning org_code`.execute(trx)
      for (const { orgCode } of rows) await notifyCounters(trx, orgCode)
    },
    /** Adds an inactive copy, so that counters do not offer it before it was edited. */
    async copy(trx: Transaction, id: string, suffix: string, writer: Writer): Promise<string> {
      const before = await lockRule(trx, id)
      const copied = `${String(before[name]).slice(0, MAX_NAME_LENGTH - suffix.length)}${suffix}`
      return insert(
        trx,
        String(before.sysOrgCode),
        { ...editableValues(before), [name]: copied, isActive: 'NO' },
        writer,
      )
    },
    async sort(trx: Transaction, ids: readonly string[]): Promise<void> {
      await notifyCounters(trx, await reorder(trx, table, ids))
    },
  }
}

interface Sortable {
  columnOf(field: string): string
  requireRows(trx: Transaction, ids: readonly string[], more: Awaited<ReturnType<typeof dataRules>>): Promise<void>
}

/** Throws `common.recordNotFound` for rows that data rules hide from the caller. */
export async function requireListed(
  deps: Pick<Deps, 'clock'>,
  { permission, filter: fields }: Pick<Resource, 'permission' | 'filter'>,
  statements: Sortable,
  { trx, ids, ctx }: { trx: Transaction; ids: readonly string[]; ctx: CallContext },
): Promise<void> {
  const list = { permissions: [`${permission}:list`], fields, columnOf: statements.columnOf }
  const rules = await dataRules(trx, ctx.user, list, deps.clock())
  if (rules.length > 0) await statements.requireRows(trx, ids, rules)
}

interface Ordered extends Sortable {
  sort(trx: Transaction, ids: readonly string[]): Promise<void>
  copy(trx: Transaction, id: string, suffix: string, writer: Writer): Promise<string>
}

/** Handlers of `orderRoutes`. */
export function orderHandlers(
  deps: Pick<Deps, 'clock'>,
  definition: Pick<Resource, 'permission' | 'filter'>,
  statements: Ordered,
) {
  return {
    sort: ({ body: { ids }, ctx }: { body: { ids: string[] }; ctx: CallContext }) =>
      ctx.tx(async (trx) => {
        await requireListed(deps, definition, statements, { trx, ids, ctx })
        await statements.sort(trx, ids)
        ctx.touched({ id: ids[0] ?? '', after: { order: ids } })
        return null
      }),
    copy: ({ body: { id }, ctx }: { body: { id: string }; ctx: CallContext }) =>
      ctx.tx(async (trx) => {
        await requireListed(deps, definition, statements, { trx, ids: [id], ctx })
        const suffix = text(ctx.locale, 'rules.copySuffix')
        const added = await statements.copy(trx, id, suffix, writerOf(deps, ctx))
        ctx.touched({ id: added, after: { copyOf: id } })
        return { id: added }
      }),
  }
}
