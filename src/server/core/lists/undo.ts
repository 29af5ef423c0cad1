import { sql } from 'kysely'
import pg from 'pg'
import type { Handlers } from '#server/core/http/mount.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Fields, Resource, undoRoutes } from '#shared/core/crud.ts'
import { AppError } from '#shared/core/errors.ts'
import type { TableOptions } from './crud.ts'
import { listRules } from './list-rules.ts'

/** How long a deletion can be undone. Screens offer it for seconds; a slow network gets the rest. */
export const UNDO_MS = 10 * 60_000

interface Undoable<Row> {
  options: Pick<TableOptions, 'table' | 'ofStores'>
  columnOf(field: string): string
  requireRows: Parameters<typeof listRules>[2]['requireRows']
  remove(trx: Transaction, ids: readonly string[]): Promise<Row[]>
  get(trx: Transaction, id: string): Promise<Row>
}

interface UndoHooks<Row> {
  /** Brings a row back; by default it is inserted as it was. For rows that a deletion only marks. */
  restore?(trx: Transaction, id: string, rowWas: string): Promise<void>
  /** Called in the transaction of each undone deletion, to notify others. */
  restored?(trx: Transaction, row: Row): Promise<void>
}

/**
 * Deletions that their user can undo for `UNDO_MS`; spread after `crudHandlers`. Only for tables whose rows take no others with
 * them (no `on delete cascade`) and whose deletion does nothing outside of the database.
 */
export function undoHandlers<Row extends { id: unknown }>(
  { clock }: Pick<Deps, 'clock'>,
  definition: Pick<Resource, 'path' | 'permission'> & { filter: Fields },
  statements: Undoable<Row>,
  { restore = insertAgain(statements.options.table), restored }: UndoHooks<Row> = {},
): Handlers<Pick<ReturnType<typeof undoRoutes>, 'undelete'>> & RemoveHandlers {
  const { path } = definition
  const { table, ofStores } = statements.options
  const { requireListed } = listRules({ clock }, definition, statements)

  const retain = async (trx: Transaction, ids: readonly string[], { user }: CallContext) => {
    const at = clock()
    await sql`delete from deleted_row where (id, org_code) in (
      select id, org_code from deleted_row where deleted_at < ${new Date(at.getTime() - UNDO_MS)}
      for update skip locked)`.execute(trx)
    const orgCode = ofStores ? sql.ref('t.orgCode') : sql`${user.orgCode}`
    await sql`insert into deleted_row (id, org_code, resource, row_id, row_was, deleted_by, deleted_at)
      select gen_random_uuid(), ${orgCode}, ${path}, t.id::text, to_jsonb(t), ${user.id}, ${at}
      from ${sql.table(table)} t where t.id::text = any(${[...ids]}::text[])`.execute(trx)
  }
  const remove = (ids: readonly string[], ctx: CallContext) =>
    ctx.tx(async (trx) => {
      await requireListed(trx, ids, ctx)
      await retain(trx, ids, ctx)
      for (const before of await statements.remove(trx, ids)) ctx.touched({ id: String(before.id), before })
      return null
    })
  return {
    delete: ({ query, ctx }) => remove([query.id], ctx),
    deleteBatch: ({ query, ctx }) => remove(query.ids, ctx),
    undelete: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        const ids = [...new Set(body.ids)]
        const { rows } = await sql<{ rowId: string; rowWas: string }>`delete from deleted_row
          where resource = ${path} and row_id = any(${ids}::text[]) and deleted_by = ${ctx.user.id}
            and deleted_at >= ${new Date(clock().getTime() - UNDO_MS)}
          returning row_id, row_was::text as row_was`.execute(trx)
        if (rows.length !== ids.length) throw new AppError('common.undoOver')
        for (const { rowId, rowWas } of rows) {
          await restore(trx, rowId, rowWas)
          const after = await statements.get(trx, rowId)
          ctx.touched({ id: rowId, after })
          await restored?.(trx, after)
        }
        await requireListed(trx, ids, ctx)
        return null
      }),
  }
}

interface RemoveHandlers {
  delete(input: { query: { id: string }; ctx: CallContext }): Promise<null>
  deleteBatch(input: { query: { ids: string[] }; ctx: CallContext }): Promise<null>
}

/** Inserts a deleted row as it was. Throws `common.undoConflict` if a row that it refers to is gone. */
function insertAgain(table: string) {
  return async (trx: Transaction, _id: string, rowWas: string): Promise<void> => {
    const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
      where attrelid = to_regclass(${snakeCase(table)}) and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
      trx,
    )
    const names = sql.join(rows.map(({ name }) => sql.ref(name)))
    try {
      await sql`insert into ${sql.table(table)} (${names})
        select ${names} from jsonb_populate_record(null::${sql.table(table)}, ${rowWas}::jsonb)`.execute(trx)
    } catch (error) {
      const isMissing = error instanceof pg.DatabaseError && error.code === '23503'
      throw isMissing ? new AppError('common.undoConflict') : error
    }
  }
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
