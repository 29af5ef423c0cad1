import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { lettersOf } from '#server/core/letters.ts'
import type { Transaction } from '#server/db/database.ts'
import { isTypedName, normalizeTypedName } from '#shared/features/members/typed-name.calc.ts'
import type { Match } from '#shared/features/search/search.schema.ts'
import { type Ranked, READ } from './ranked-rows.ts'

type Condition = RawBuilder<unknown>

/** A small table whose rows are found by their names: vehicles, rules, goods. */
interface NamedTable {
  table: string
  /** The column of the name. */
  name: string
  /** Columns whose whole value is found too, such as a barcode. */
  codes?: readonly string[]
  /** Conditions of the list itself on the table `t`, such as data rules. */
  where: readonly Condition[]
}

/** The most names whose pinyin is compared; of more, only names with the text itself are found. */
const MAX_SPELLED = 2000

interface NamedRow {
  id: string
  orgCode: string
}

/** The rows of the stores in scope by their name: whole, its beginning, its pinyin or initials, or any part of it. */
export async function namedRows<Row extends NamedRow>(
  trx: Transaction,
  { table, name, codes = [], where }: NamedTable,
  word: string,
): Promise<{ rows: Ranked<Row>[]; isWhole: boolean }> {
  const from = sql`${sql.table(table)} t join store s on s.org_code = t.org_code`
  const named = sql.ref(`t.${name}`)
  const folded = sql`lower(${named})`
  const wanted = word.toLowerCase()
  const isCode = codes.map((code) => sql`${sql.ref(`t.${code}`)} = ${word}`)
  const exact = sql`(${sql.join([sql`${folded} = ${wanted}`, ...isCode], sql` or `)})`
  const found = sql.join([...isCode, sql`strpos(${folded}, ${wanted}) > 0`], sql` or `)
  const { rows: direct } = await sql<Row & { storeName: string; match: Match }>`
    select t.*, s.name as store_name,
        case when ${exact} then 'exact' when starts_with(${folded}, ${wanted}) then 'prefix' else 'part' end as match
      from ${from} where ${sql.join([sql`(${found})`, ...where], sql` and `)}
      order by case when ${exact} then 0 when starts_with(${folded}, ${wanted}) then 1 else 2 end, ${named}, t.id
      limit ${sql.lit(READ)}`.execute(trx)
  const typed = normalizeTypedName(word)
  // Digits are not spelled.
  if (!isTypedName(typed) || !/[a-z]/.test(typed) || direct.length === READ)
    return { rows: direct as Ranked<Row>[], isWhole: true }
  const listed = sql.join([sql`true`, ...where], sql` and `)
  const { rows: names } = await sql<NamedRow & { name: string }>`select t.id, t.org_code, ${named} as name from ${from}
    where ${listed} order by ${named}, t.id limit ${sql.lit(MAX_SPELLED + 1)}`.execute(trx)
  const isWhole = names.length <= MAX_SPELLED
  const keyOf = ({ id, orgCode }: NamedRow) => `${id} ${orgCode}`
  const known = new Set(direct.map(keyOf))
  const spelled = names
    .filter((row) => !known.has(keyOf(row)) && lettersOfName(row.name).some((letters) => letters.startsWith(typed)))
    .slice(0, READ - direct.length)
  if (spelled.length === 0) return { rows: direct as Ranked<Row>[], isWhole }
  const { rows: more } = await sql<Row & { storeName: string }>`select t.*, s.name as store_name from ${from}
    where t.id = any(${spelled.map(({ id }) => id)}::uuid[]) and ${listed} order by ${named}, t.id`.execute(trx)
  const letters = more.map((row) => ({ ...row, match: 'letters' as const }))
  const parts = direct.filter(({ match }) => match === 'part')
  const better = direct.filter(({ match }) => match !== 'part')
  return { rows: [...better, ...letters, ...parts].slice(0, READ) as Ranked<Row>[], isWhole }
}

const spellings = new LRUCache<string, readonly string[]>({ max: 5000 })

/** The pinyin and the initials of a name. */
function lettersOfName(name: string): readonly string[] {
  const known = spellings.get(name)
  if (known) return known
  const letters = (['pinyin', 'first'] as const).map((pattern) => lettersOf(name, pattern, 'off'))
  spellings.set(name, letters)
  return letters
}
