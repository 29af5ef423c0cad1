import { type RawBuilder, sql } from 'kysely'
import { PREPARED, type Transaction } from '#server/db/database.ts'
import { MAX_HITS, Match } from '#shared/features/search/search.schema.ts'

type Condition = RawBuilder<unknown>

/** A condition by which rows of the table `t` of the store `s` match. */
export interface Test {
  match: Match
  where: Condition
  /** What an index orders the matching rows by, so that only the first are read. */
  by: Condition
  order?: 'asc' | 'desc'
  /** Reads the table once instead of once for each store: for an index that begins with the column. */
  atOnce?: boolean
}

export type Ranked<Row> = Row & { storeName: string; match: Match }

/** One more than is shown, to know whether there are more. */
export const READ = MAX_HITS + 1

/**
 * The best rows of the stores in scope, in one statement: of each test the first few, which its index finds without reading the others, so
 * that the cost depends neither on the number of rows nor on how many match. `where` are conditions of the list itself, such as data rules.
 */
export async function rankedRows<Row>(
  trx: Transaction,
  table: string,
  tests: readonly Test[],
  where: readonly Condition[],
): Promise<Ranked<Row>[]> {
  if (tests.length === 0) return []
  const from = sql.table(table)
  const queries = tests.map((test) => {
    const { match, by, order = 'asc', atOnce = false } = test
    const rank = sql.lit(Match.options.indexOf(match))
    const direction = sql.raw(order)
    const conditions = sql.join([test.where, ...where], sql` and `)
    const limit = sql.lit(READ)
    const first = (
      stores: Condition,
    ) => sql`select t.org_code, t.id, ${by} as sorted from ${from} t where ${stores} and ${conditions}
      order by ${by} ${direction}, t.id ${direction} limit ${limit}`
    const rows = atOnce
      ? first(sql`true`)
      : sql`select k.* from store s cross join lateral (${first(sql`t.org_code = s.org_code`)}) k`
    return sql`(select ${rank} as rank, row_number() over (order by k.sorted ${direction}, k.id ${direction}) as ordinal, k.org_code, k.id
      from (${rows}) k order by 2 limit ${limit})`
  })
  const { rows } = await sql<Row & { storeName: string; rank: number }>`${sql.raw(PREPARED)}
    select row.*, s.name as store_name, key.rank
      from (
        select org_code, id, min(rank) as rank, min(ordinal) as ordinal from (${sql.join(queries, sql` union all `)}) found
          group by org_code, id order by 3, 4, id limit ${sql.lit(READ)}
      ) key
      join ${from} row on row.id = key.id and row.org_code = key.org_code
      join store s on s.org_code = key.org_code
      order by key.rank, key.ordinal, key.id`.execute(trx)
  return rows.map(({ rank, ...row }) => ({ ...row, match: Match.options[rank] ?? 'part' }) as unknown as Ranked<Row>)
}
