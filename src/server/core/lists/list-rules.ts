import type { RawBuilder } from 'kysely'
import { dataRules } from '#server/core/auth/auth-rules.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Fields } from '#shared/core/crud.ts'

interface Statements {
  columnOf(field: string): string
  requireRows(trx: Transaction, ids: readonly string[], rules: readonly RawBuilder<unknown>[]): Promise<void>
}

/** The data rules of a resource's list. They apply to every call that names one of its rows. */
export function listRules(
  { clock }: Pick<Deps, 'clock'>,
  { permission, filter }: { permission: string; filter: Fields },
  { columnOf, requireRows }: Statements,
) {
  const ruled = { permissions: [`${permission}:list`], fields: filter, columnOf }
  const rulesOf = (trx: Transaction, { user }: CallContext) => dataRules(trx, user, ruled, clock())
  return {
    rulesOf,
    /** A row that the list hides from a user cannot be read, changed or removed by its id either. */
    async requireListed(trx: Transaction, ids: readonly string[], ctx: CallContext): Promise<void> {
      const rules = await rulesOf(trx, ctx)
      if (rules.length > 0) await requireRows(trx, ids, rules)
    },
  }
}
