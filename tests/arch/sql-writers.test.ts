import { describe, expect, it } from 'vitest'
import { isTest, sourceFiles } from './source-files.ts'

/** Tables that one SQL function writes new rows of, for one row as for many: `store_orders` of orders, and so on. */
const WRITERS: Readonly<Record<string, string>> = {
  consume_order: 'src/server/db/functions/sessions/store-orders.sql',
  play_record: 'src/server/db/functions/sessions/store-rides.sql',
  queue_entry: 'src/server/db/functions/queue/store-queue-entries.sql',
  print_job: 'src/server/db/functions/terminals/store-print-jobs.sql',
  run: 'src/server/db/functions/sessions/store-runs.sql',
  request_key: 'src/server/db/functions/core/store-request-keys.sql',
  audit_entry: 'src/server/db/functions/core/store-audit-entries.sql',
  stock_line: 'src/server/db/functions/stock/write-stock.sql',
  order_line: 'src/server/db/functions/products/store-order-lines.sql',
  refund_line: 'src/server/db/functions/products/store-refund-lines.sql',
  stock_level: 'src/server/db/functions/stock/write-stock.sql',
}

/** Files that insert such rows by themselves, each with its reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/server/db/seed/records.ts': 'writes the demo data: months of ended runs and paid orders in one statement each',
  'src/server/features/sessions/play-records/play-record-import.service.ts':
    'writes rides that ended in another system: no order, run or queue entry',
}

const sources = sourceFiles('src/**/*.{ts,sql}').filter(
  (file) => !isTest(file) && !file.path.startsWith('src/server/db/migrations/'),
)
const camelCase = (table: string): string => table.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The paths of the files that insert into a table, once for each insert. */
function insertsInto(table: string): string[] {
  const insert = new RegExp(
    `\\binsert\\s+into\\s+${table}\\b|\\bmerge\\s+into\\s+${table}\\b|insertInto\\(\\s*['"\`]${camelCase(table)}['"\`]|\\bcopy\\s+${table}\\b`,
    'gi',
  )
  return sources.flatMap(({ path, text }) => (text.match(insert) ?? []).map(() => path))
}

describe('a record of money', () => {
  for (const [table, writer] of Object.entries(WRITERS)) {
    it(`has one writer: ${table}`, () => {
      expect(insertsInto(table).filter((path) => !(path in EXCEPTIONS))).toEqual([writer])
    })
  }

  it('is written past its writer only by the files that are named', () => {
    const inserting = new Set(Object.keys(WRITERS).flatMap(insertsInto))
    expect(Object.keys(EXCEPTIONS).filter((path) => !inserting.has(path))).toEqual([])
  })
})

describe('the SQL of a charge', () => {
  const folder = 'src/server/db/functions/sessions'
  const filesWith = (pattern: RegExp) =>
    sources.flatMap(({ path, text }) => (path.startsWith(folder) && pattern.test(text) ? [path] : []))

  it('decides once how often a price is charged', () => {
    expect(filesWith(/\bwhen\s+'(one|every)'\s+then\b/)).toEqual([`${folder}/charged-people.sql`])
  })

  it('decides once how an order is paid', () => {
    expect(filesWith(/\bthen\s+'cash'\s+else\s+'scan'/)).toEqual([`${folder}/pay-mode-of.sql`])
  })
})

describe('a session of PostgreSQL', () => {
  /** What outlasts a transaction. A pooler gives the session to another caller then. */
  const STATE = /pg_(try_)?advisory_(un)?lock(_all)?\(|\bcreate\s+temp|\bset\s+session\b|['"`]listen\s/i
  /** Files with a connection of their own, straight to PostgreSQL. */
  const DIRECT = ['src/server/core/realtime/bus.ts', 'src/server/db/migrate.ts']

  it('keeps nothing of a caller', () => {
    expect(sources.flatMap(({ path, text }) => (STATE.test(text) ? [path] : []))).toEqual(DIRECT)
  })
})
