import { sql } from 'kysely'
import type { CallContext } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { storesOf } from '#server/db/store-list.ts'
import type { CommentFigure, CommentFigures, CommentGroup } from '#shared/features/statistics/comment-figures.schema.ts'
import { type Days, daysOf } from '#shared/features/statistics/period.calc.ts'
import { clockOf, inStores } from './figures.repository.ts'
import type { FigureQuery } from './figures.service.ts'

const STARS = [1, 2, 3, 4, 5]

interface CommentCount {
  key: string
  name: string
  stars: number
  count: number
}

/** What a group's rows are keyed and named by. */
const groups = {
  day: { key: sql`c.business_day::text`, name: sql`''` },
  vehicle: { key: sql`c.vehicle_id::text`, name: sql`max(c.vehicle_name)` },
  rule: { key: sql`c.rule_id::text`, name: sql`max(c.rule_name)` },
}

/** Comments of the requested days in the stores in scope: days in order, vehicles and rules with the most comments first. */
export async function commentFiguresOf(
  trx: Transaction,
  { user }: Pick<CallContext, 'user'>,
  { sysOrgCode, by, ...period }: Omit<FigureQuery, 'by'> & { by: CommentGroup },
  at: Date,
): Promise<CommentFigures & Days> {
  const stores = storesOf(user, sysOrgCode)
  const { today } = await clockOf(trx, at, stores)
  const days = daysOf(period, today)
  const { key, name } = groups[by]
  const { rows } = await sql<CommentCount>`
    select ${key} as key, ${name} as name, c.stars, count(*)::integer as count from ride_comment c
      where c.business_day between ${days.from} and ${days.until} and ${inStores('c', stores)}
      group by 1, c.stars order by 1`.execute(trx)
  const found = [...Map.groupBy(rows, (row) => row.key)].map(
    ([one, counts]): CommentFigure => ({ key: one, name: counts.at(-1)?.name ?? '', ...summed(counts) }),
  )
  return {
    ...days,
    rows: by === 'day' ? found : found.toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name)),
    total: summed(rows),
  }
}

function summed(counts: readonly CommentCount[]) {
  const stars = STARS.map((wanted) => counts.reduce((sum, one) => sum + (one.stars === wanted ? one.count : 0), 0))
  const count = stars.reduce((sum, one) => sum + one, 0)
  const all = stars.reduce((sum, one, at) => sum + one * (at + 1), 0)
  return { count, average: count === 0 ? null : Math.round((all / count) * 100) / 100, stars }
}
