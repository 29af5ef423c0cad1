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

/** The statements for lists and workbooks of a table, with the search field `staffName`: the chosen cashier, else the signed-in user. */
export const withStaffSearch = <P, E>(table: Searched<P, E>) => withSearch(table, splitStaff)

interface Searched<P, E> extends Pick<ReturnType<typeof crudTable>, 'columnOf' | 'count'> {
  page(trx: Transaction, user: SignedIn, query: ListSearch, more: Rules): P
  each(trx: Transaction, user: SignedIn, query: ListSearch, more: Rules): E
}

/** The same with a search field of its own, which `split` replaces by conditions. */
export function withSearch<P, E>(
  table: Searched<P, E>,
  split: (query: ListSearch, rules: Rules) => [ListSearch, RawBuilder<unknown>[]],
) {
  return {
    columnOf: table.columnOf,
    page: (trx: Transaction, user: SignedIn, query: ListSearch, rules: Rules) =>
      table.page(trx, user, ...split(query, rules)),
    count: (trx: Transaction, user: SignedIn, query: ListSearch, rules: Rules) =>
      table.count(trx, user, ...split(query, rules)),
    each: (trx: Transaction, user: SignedIn, query: ListSearch, rules: Rules) =>
      table.each(trx, user, ...split(query, rules)),
  }
}
