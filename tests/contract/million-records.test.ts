import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { readWorkbook } from '#server/core/workbooks/excel.read.ts'
import { withClient } from '#server/db/roles.ts'
import type { AppError } from '#shared/core/errors.ts'
import {
  type Aggregate,
  MAX_REPORT_ROWS,
  MAX_WORKBOOK_ROWS,
  type ReportColumn,
  type ReportDefinition,
} from '#shared/features/custom-reports/custom-reports.schema.ts'
import type { TestClient, TestCopy } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { salesOf } from '#tests/support/venue/counter-sales.ts'
import { formField, publishedForm } from '#tests/support/venue/online-forms.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { HOME } from '#tests/support/visitors.ts'

const CODE = 'million'
const PATH = `/api/form/record/${CODE}`
const RECORDS = 1_000_000
const PLACES = 5000
const params = { code: CODE }

/** The largest limit of a list: what is correct is answered, however slow the machine is. */
const PATIENT_SECONDS = 60
const { server, venue, hq, manager, cashier } = await testVenue(['hq', 'manager', 'cashier'], {
  listConnections: 6,
  listSeconds: PATIENT_SECONDS,
})

const draft = {
  fields: [
    formField('place', 'text', { search: true }),
    formField('weight', 'number', { search: true }),
    formField('found', 'date', { search: true }),
    formField('remark', 'text'),
  ],
}

let formId: string
/** The columns of the form's searchable fields. */
let slots: Record<string, string>

/** For the slowest machine. */
const MINUTES = 15 * 60_000
vi.setConfig({ testTimeout: MINUTES })

/**
 * The records, half of them at each store. Indexes are made afterwards, because that takes a fifth of the time; those of columns that
 * the form does not use would hold nulls alone, and are left out. References are not checked for each row.
 */
async function addRecords(): Promise<void> {
  const table = 'online_form_record'
  const names = ['place', 'weight', 'found'].map((field) => slots[field])
  await withClient(server.database.ownerUrl, async (owner) => {
    const { rows: indexes } = await owner.query<{ name: string; made: string }>(
      `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i
        where i.indrelid = $1::regclass and not i.indisprimary`,
      [table],
    )
    await owner.query(indexes.map(({ name }) => `drop index ${name}`).join('; '))
    await owner.query("set session_replication_role = replica; set maintenance_work_mem = '256MB'")
    await owner.query(
      `insert into ${table} (id, org_code, form_id, version, created_by, created_at, data, ${names.join(', ')})
        select gen_random_uuid(), case n % 2 when 0 then $1 else $2 end, $3, 1, 'hq', now() - n * interval '1 minute',
            jsonb_build_object('values', jsonb_build_object('place', 'place ' || n % ${PLACES}, 'weight', n,
              'found', '2020-01-01'::date + n % 2000, 'remark', 'remark ' || n), 'rows', '{}'::jsonb),
            'place ' || n % ${PLACES}, n, '2020-01-01'::date + n % 2000
          from generate_series(1, ${RECORDS}) n`,
      [STORE, HOME, formId],
    )
    const unused = /_(text|number|date|time)\d$/
    const used = indexes.filter(({ name }) => !unused.test(name) || names.some((slot) => name.endsWith(`_${slot}`)))
    for (const { made } of used) await owner.query(made)
    await owner.query(`vacuum (analyze) ${table}`)
  })
}

/** A copy whose lists end after a second, and a user of it. */
let hasty: TestCopy
let hastyHq: TestClient

beforeAll(async () => {
  const rights = { hq: ['list', 'export'], manager: ['list'] } as const
  formId = await publishedForm(hq, CODE, draft, rights, [hq, manager])
  const stored = await venue.inEveryStore((trx) =>
    sql<{ slots: Record<string, string> }>`select slots from online_form where id = ${formId}`.execute(trx),
  )
  slots = stored.rows[0]?.slots ?? {}
  await addRecords()
  hasty = await server.startCopy({ listSeconds: 1 })
  hastyHq = await hasty.signIn('hq')
}, MINUTES)

const list = async (query: Record<string, string>, by = hq) =>
  (await by.formRecords.list({ params, query: { pageSize: '10', ...query } })).result

const definitionOf = (columns: ReportColumn[], more: Partial<ReportDefinition> = {}): ReportDefinition => ({
  source: `form:${CODE}`,
  columns,
  filters: [],
  sort: [],
  limit: MAX_REPORT_ROWS,
  display: 'table',
  across: '',
  ...more,
})
const run = async (definition: ReportDefinition, by = hq) =>
  (await by.customReports.run({ body: { definition } })).result

const aggregates: Aggregate[] = ['distinct', 'min', 'max']
/** Sorts all records several times. */
const heavy = definitionOf(
  ['place', 'weight', 'remark', 'record_id'].flatMap((column, place) =>
    aggregates.map((aggregate, at) => ({ key: `c${place}${at}`, column, aggregate })),
  ),
)
/** Ordered by another column than the range. */
const wideRange = { weight_begin: '10', weight_end: '19', column: 'place' }

describe('a list of a form with a million records', () => {
  it('has its pages in any order that the form offers, and says that it has not counted all', async () => {
    const newest = await list({})
    expect(newest.records.map(({ values }) => values.weight)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(newest.searchCount).toBe(false)
    const heaviest = await list({ column: 'weight', order: 'desc', pageNo: '3' })
    expect(heaviest.records[0]?.values.weight).toBe(RECORDS - 20)
    const own = await list({ column: 'found', order: 'asc' }, manager)
    expect(own.records.map(({ values }) => values.found)).toEqual(Array(10).fill('2020-01-01'))
  })

  it('finds the few records of a filter, and its last page', async () => {
    const found = await list({ place: 'place 7', column: 'weight', order: 'asc' })
    expect([found.total, found.records[0]?.values.weight]).toEqual([RECORDS / PLACES, 7])
    const range = await list(wideRange)
    expect(range.total).toBe(10)
    const last = await list({ column: 'weight', order: 'asc', pageNo: String(RECORDS / 10) })
    expect([last.total, last.records.at(-1)?.values.weight]).toEqual([RECORDS, RECORDS])
  })

  it('finds a range of numbers by an index, under row-level security', async () => {
    const plan = await venue.inEveryStore((trx) =>
      sql<Record<string, unknown>>`explain (format json) select 1 from online_form_record t
        where t.org_code = ${STORE} and t.form_id = ${formId} and t.${sql.ref(slots.weight ?? '')} between 10 and 19`.execute(
        trx,
      ),
    )
    expect(JSON.stringify(plan.rows)).toMatch(new RegExp(`Index Cond[^}]*${slots.weight} >= `))
  })

  it('refuses a page size beyond the limit', async () => {
    expect((await list({ pageSize: '100000' })).records.length).toBeLessThanOrEqual(1000)
  })
})

describe('an export of a million records', () => {
  it('is refused, and one of a part asks first', async () => {
    const ask = async (query: Record<string, string>) => {
      const response = await server.request(`${PATH}/exportXls?${new URLSearchParams(query)}`, {
        token: hq.token,
        headers: { 'Accept-Language': 'en' },
      })
      const { error, message } = (await response.json()) as {
        error: Pick<AppError, 'code' | 'details'>
        message: string
      }
      return { code: error.code, details: error.details, message }
    }
    const all = await ask({ confirm: 'true' })
    expect(all).toMatchObject({ code: 'excel.tooManyToExport', details: { count: RECORDS, limit: 500_000 } })
    expect(all.message).toContain('500')
    const part = await ask({ weight_end: '400000' })
    expect(part).toMatchObject({ code: 'excel.confirmExport', details: { count: 400_000 } })
  })
})

describe('a report over a million records', () => {
  it('counts them all within the stores of its reader', async () => {
    const counted = definitionOf([
      { key: 'n', column: '', aggregate: 'count' },
      { key: 'w', column: 'weight', aggregate: 'max' },
    ])
    expect((await run(counted)).rows).toEqual([[RECORDS, RECORDS]])
    expect((await run(counted, manager)).rows).toEqual([[RECORDS / 2, RECORDS]])
  })

  it('is cut at its limits on screen and in a workbook', async () => {
    const listed = definitionOf([{ key: 'w', column: 'weight' }])
    const shown = await run(listed)
    expect([shown.rows.length, shown.isCut]).toEqual([MAX_REPORT_ROWS, true])
    const body = { name: 'Weights', about: '', roles: [], definition: listed }
    const { id } = (await hq.customReports.add({ body })).result
    const response = await server.request(`/api/report/sysCustomReport/exportXls?id=${id}`, {
      token: hq.token,
      headers: { 'Accept-Language': 'en' },
    })
    const file = join(server.deps.config.dataDir, 'million.xlsx')
    await writeFile(file, Buffer.from(await response.arrayBuffer()))
    const cells = (await readWorkbook(file, MAX_WORKBOOK_ROWS + 100)).map((row) => row.cells)
    expect(cells.filter(([cell = '']) => /^\d+$/.test(cell)).length).toBe(MAX_WORKBOOK_ROWS)
  })
})

describe('what takes longer than the limit', () => {
  it('ends with a refusal in the reader’s language, and the server answers on', async () => {
    const call = (language: string) =>
      hasty
        .client(hastyHq.token, language)
        .customReports.run({ body: { definition: heavy } })
        .then(
          () => 'done',
          ({ code, serverMessage }: { code: string; serverMessage: string }) => `${code}: ${serverMessage}`,
        )
    const [english, chinese, range, counted] = await Promise.all([
      call('en'),
      call('zh'),
      codeOf(list(wideRange, hastyHq)),
      list({}, hastyHq),
    ])
    expect(english).toMatch(/^lists\.tooSlow: [\x20-\x7e’]+$/)
    expect(chinese).toMatch(/^lists\.tooSlow: .*[\u4e00-\u9fff]/)
    expect(['done', 'lists.tooSlow']).toContain(range)
    expect(counted.records).toHaveLength(10)
  })

  it('leaves no statement behind', async () => {
    expect(await codeOf(run(heavy, hastyHq))).toBe('lists.tooSlow')
    await until(async () => {
      const { rows } = await sql<{ total: number }>`select count(*)::int as total from pg_stat_activity
        where datname = current_database() and state = 'active' and query like '%online_form_record%'
          and pid <> pg_backend_pid()`.execute(server.deps.db.kysely)
      expect(rows[0]?.total).toBe(0)
    })
  })
})

describe('a charge beside readers of a million records', () => {
  const sales = salesOf(server, venue, cashier)
  const CHARGES = 40
  /** Far above what the limits of readers allow, and far below what waiting for a reader would be. */
  const MOST = 10

  async function median(): Promise<number> {
    const taken: number[] = []
    for (let at = 0; at < CHARGES; at++) {
      const begun = performance.now()
      await sales.charge({ consumeType: 'NOCARDCONSUME' }, { consumePayMode: 'cash' })
      taken.push(performance.now() - begun)
    }
    return taken.sort((one, other) => one - other)[CHARGES / 2] ?? 0
  }

  it('is a few times slower at most, and each reader is answered or refused', async () => {
    await median()
    const alone = await median()
    let isOver = false
    const answers = new Map<string, number>()
    const works = [
      (by: TestClient) => run(heavy, by),
      (by: TestClient) => list(wideRange, by),
      (by: TestClient) =>
        run(
          definitionOf([
            { key: 'p', column: 'place' },
            { key: 'n', column: '', aggregate: 'count' },
          ]),
          by,
        ),
    ]
    const readers = [hq, manager].flatMap((by) => works.map((work) => ({ by, work })))
    const reading = readers.map(async ({ by, work }) => {
      while (!isOver) {
        const answer = await codeOf(work(by))
        answers.set(answer, (answers.get(answer) ?? 0) + 1)
      }
    })
    const beside = await median()
    const page = await list({}, manager)
    isOver = true
    await Promise.all(reading)
    expect(page.records).toHaveLength(10)
    expect([...answers.keys()].filter((answer) => !['done', 'common.busy', 'lists.tooSlow'].includes(answer))).toEqual(
      [],
    )
    expect(beside / alone).toBeLessThan(MOST)
  })
})
