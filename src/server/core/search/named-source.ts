import type { RawBuilder } from 'kysely'
import { listRules } from '#server/core/lists/list-rules.ts'
import type { CallContext, Deps, SearchSource } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Fields } from '#shared/core/crud.ts'
import type { SearchHit, SearchKind } from '#shared/features/search/search.schema.ts'
import { namedRows } from './named-rows.ts'
import type { Ranked } from './ranked-rows.ts'

/** What a row says besides its name. */
type Details = Partial<Pick<SearchHit, 'notes' | 'amount' | 'state'>>

interface Options<Row> {
  kind: SearchKind
  definition: { permission: string; filter: Fields }
  /** The statements of its list, whose conditions the search uses. */
  statements: {
    conditions(query: Record<string, unknown>): RawBuilder<unknown>[]
    columnOf(field: string): string
    requireRows(trx: Transaction, ids: readonly string[], rules: readonly RawBuilder<unknown>[]): Promise<void>
  }
  /** The table in snake case, and columns whose whole value is found too. */
  table: string
  codes?: readonly string[]
  details(row: Row, ctx: CallContext, deps: Deps): Details | Promise<Details>
}

/** Searches the column `name` of a plain resource with few rows, as its list shows them to the caller. */
export function namedSource<Row extends { id: string; orgCode: string; name: string }>({
  kind,
  definition,
  statements,
  table,
  codes,
  details,
}: Options<Row>): SearchSource {
  return {
    kind,
    actions: [`${definition.permission}:list` as const],
    async find({ trx, ctx, deps, word }) {
      const rules = await listRules(deps, definition, statements).rulesOf(trx, ctx)
      const where = [...statements.conditions({}), ...rules]
      const { rows, isWhole } = await namedRows<Row>(
        trx,
        { table, name: 'name', where, ...(codes ? { codes } : {}) },
        word,
      )
      const toHit = async (row: Ranked<Row>): Promise<SearchHit> => ({
        id: row.id,
        title: row.name,
        notes: [],
        orgCode: row.orgCode,
        storeName: row.storeName,
        amount: null,
        state: '',
        at: null,
        match: row.match,
        ...(await details(row, ctx, deps)),
      })
      return { hits: await Promise.all(rows.map(toHit)), isWhole }
    },
  }
}
