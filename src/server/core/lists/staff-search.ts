import { type RawBuilder, sql } from 'kysely'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { crudTable, ListSearch } from './crud.ts'

type Rules = readonly RawBuilder<unknown>[]

/** Replaces the search field for staff, which compares two columns, by a condition. */
export function splitStaff({ staffName, ...query }: ListSearch, rules: Rules): [ListSearch, RawBuilder<unknown>[]] {
  const own = staffName ? [sql`coalesce(nullif(t.cashier_name, ''), t.operator_name) = ${staffName}`] : []
  // The rest is the generic list search.
  return [query as ListSearch, [...own, ...rules]]
}

type Statements = Pick<ReturnType<typeof crudTable>, 'columnOf' | 'count'>

/** The statements for lists and workbooks of a table, with the search field `staffName`: the chosen cashier, else the signed-in user. */
export function withStaffSearch<P, E>(
  table: Statements & {
    page(trx: Transaction, user: SignedIn, query: ListSearch, more: Rules): P
    each(trx: Transaction, user: SignedIn, query: ListSearch, more: Rules): E
  },
) {
  return {
    columnOf: table.columnOf,
    page: (trx: Transaction, user: SignedIn, query: ListSearch, rules: Rules) =>
      table.page(trx, user, ...splitStaff(query, rules)),
    count: (trx: Transaction, user: SignedIn, query: ListSearch, rules: Rules) =>
      table.count(trx, user, ...splitStaff(query, rules)),
    each: (trx: Transaction, user: SignedIn, query: ListSearch, rules: Rules) =>
      table.each(trx, user, ...splitStaff(query, rules)),
  }
}
