import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { AppError, type ErrorCode } from '#shared/core/errors.ts'
import type { Change, Writer } from './crud.ts'

interface TypeUse {
  /** The table of the types. */
  types: string
  /** The table whose rows refer to a type by its name, their column, and the generated column that is empty without a type. */
  users: string
  column: string
  knownColumn: string
  /** The foreign key of that reference. */
  constraint: string
  /** Why a type that is used cannot be removed; its detail is `type`. */
  inUse: ErrorCode
}

interface TypeTable<Row, Values> {
  edit(trx: Transaction, id: string, values: Values, writer: Writer): Promise<Change<Row>>
  remove(trx: Transaction, ids: readonly string[]): Promise<Row[]>
}

/** `edit` and `remove` of types to which rows refer by name: a new name is written to these rows, and a used type stays. */
export function typeStatements<Row extends { name: string; sysOrgCode: string }, Values>(
  table: TypeTable<Row, Values>,
  { types, users, column, knownColumn, constraint, inUse }: TypeUse,
): TypeTable<Row, Values> {
  return {
    async edit(trx, id, values, writer) {
      // Both names change before the constraint is checked.
      await sql`set constraints ${sql.ref(constraint)} deferred`.execute(trx)
      const change = await table.edit(trx, id, values, writer)
      const { before, after } = change
      if (before.name !== after.name) {
        await sql`update ${sql.table(users)} set ${sql.ref(column)} = ${after.name}
          where org_code = ${after.sysOrgCode} and ${sql.ref(column)} = ${before.name}`.execute(trx)
      }
      return change
    },
    async remove(trx, ids) {
      const { rows } = await sql<{ name: string }>`select t.name from ${sql.table(types)} t
        where t.id::text = any(${[...ids]}::text[])
          and exists (select from ${sql.table(users)} u where u.${sql.ref(knownColumn)} = t.name and u.org_code = t.org_code)
        limit 1`.execute(trx)
      if (rows[0]) throw new AppError(inUse, { type: rows[0].name })
      return table.remove(trx, ids)
    },
  }
}
