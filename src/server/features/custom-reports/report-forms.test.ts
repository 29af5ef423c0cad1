import { beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { newId } from '#shared/core/id.ts'
import type { ReportColumn, ReportDefinition } from '#shared/features/custom-reports/custom-reports.schema.ts'
import type { TestClient } from '#tests/support/server.ts'
import { formField, lostProperty, publishedForm } from '#tests/support/venue/online-forms.ts'
import { peopleOf } from '#tests/support/venue/people.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { HOME } from '#tests/support/visitors.ts'

const { server, hq, manager, cashier } = await testVenue(['hq', 'manager', 'cashier'])
const elsewhere = await server.signIn('manager2', HOME)

const people = peopleOf(server)

const definitionOf = (columns: ReportColumn[]): ReportDefinition => ({
  source: 'form:lost',
  columns,
  filters: [{ key: 'f', column: 'day', rule: 'period', values: ['last7'], asked: true }],
  sort: [],
  limit: 100,
  display: 'table',
  across: '',
})
const rowsOf = async (by: TestClient, columns: ReportColumn[]) =>
  (await by.customReports.run({ body: { definition: definitionOf(columns) } })).result.rows

beforeAll(async () => {
  await publishedForm(
    hq,
    'lost',
    lostProperty,
    { cashier: ['add'], manager: ['list'], hq: ['list'], coach: ['list'] },
    [cashier, manager, hq, elsewhere],
  )
  for (const place of ['Pit', 'Pit', 'Track']) {
    const call = {
      params: { code: 'lost' },
      body: { values: { place, contact_phone: '13800002222' }, rows: {} },
      key: newId(),
    }
    // The fields of a form are not in the types of its calls.
    await cashier.formRecords.add(call as never)
  }
})

describe('a form as a source', () => {
  it('groups and counts its records within the caller’s stores', async () => {
    const columns: ReportColumn[] = [
      { key: 'p', column: 'place' },
      { key: 'n', column: '', aggregate: 'count' },
    ]
    const found = [
      ['Pit', 2],
      ['Track', 1],
    ]
    expect(await rowsOf(manager, columns)).toEqual(found)
    expect(await rowsOf(hq, columns)).toEqual(found)
    expect(await rowsOf(elsewhere, columns)).toEqual([])
  })

  it('lists every column', async () => {
    const source = (await manager.customReports.sources()).result.find(({ code }) => code === 'form:lost')
    expect(source?.columns.map(({ name }) => name)).toContain('place')
    for (const { name } of source?.columns ?? [])
      expect([name, (await rowsOf(manager, [{ key: 'c', column: name }])).length]).toEqual([name, 3])
  })

  it('shows the texts of choices in the reader’s language, and groups by their values', async () => {
    const draft = {
      fields: [
        formField('size', 'choice', {
          options: [
            { value: 's', labelZh: '小', labelEn: 'Small' },
            { value: 'm', labelZh: '中', labelEn: 'Same' },
            { value: 'l', labelZh: '大', labelEn: 'Same' },
          ],
        }),
        formField('kind', 'choice', { dictionary: 'feedback_kind' }),
        formField('marks', 'choices', {
          options: [
            { value: 'a', labelZh: '甲', labelEn: 'First' },
            { value: 'b', labelZh: '乙', labelEn: 'Second' },
          ],
        }),
      ],
      subTables: [
        {
          key: 'parts',
          labelZh: '部件',
          labelEn: 'Parts',
          maxRows: 3,
          fields: [formField('kind', 'choice', { dictionary: 'feedback_kind' })],
        },
      ],
    }
    await publishedForm(hq, 'sized', draft, { manager: ['list', 'add'] }, [manager])
    for (const size of ['l', 's', 'm', 'l']) {
      const values = { size, kind: 'vehicle', marks: 'b,a' }
      const body = { values, rows: { parts: [{ kind: 'vehicle' }] } }
      await manager.formRecords.add({ params: { code: 'sized' }, body, key: newId() } as never)
    }
    const english = server.client(manager.token, 'en')
    const run = async (
      columns: ReportColumn[],
      more: Partial<ReportDefinition> = {},
      by: Pick<TestClient, 'customReports'> = english,
    ) =>
      (
        await by.customReports.run({
          body: { definition: { ...definitionOf(columns), source: 'form:sized', filters: [], ...more } },
        })
      ).result
    const bySize: ReportColumn[] = [
      { key: 's', column: 'size' },
      { key: 'n', column: '', aggregate: 'count' },
    ]
    const found = [
      ['Same (l)', 2],
      ['Same (m)', 1],
      ['Small', 1],
    ]
    const pivot = await run(bySize, { display: 'pivot', across: 's' })
    expect([pivot.rows, pivot.across]).toEqual([found, ['Small', 'Same (m)', 'Same (l)']])
    expect((await run(bySize, {}, manager)).rows.map(([size]) => size)).toEqual(['大', '中', '小'])
    const filters = [{ key: 'f', column: 'size', rule: 'oneOf' as const, values: ['l'], asked: false }]
    expect((await run(bySize, { filters })).rows).toEqual([['Same (l)', 2]])
    const [row] = (
      await run([
        { key: 'k', column: 'kind' },
        { key: 'm', column: 'marks' },
      ])
    ).rows
    expect(row).toEqual(['Vehicle', 'Second, First'])
    expect((await run([{ key: 'k', column: 'kind' }], { source: 'form:sized.parts' })).rows[0]).toEqual(['Vehicle'])
    const source = (await english.customReports.sources()).result.find(({ code }) => code === 'form:sized')
    const column = (name: string) => source?.columns.find((one) => one.name === name)
    expect(column('size')).toMatchObject({ kind: 'choice', options: [{ value: 's', text: 'Small' }, {}, {}] })
    expect(column('marks')).toMatchObject({ kind: 'text', options: [] })
  })

  it('masks phones without the right to see them', async () => {
    const columns: ReportColumn[] = [
      { key: 'p', column: 'contact_phone' },
      { key: 'n', column: '', aggregate: 'count' },
    ]
    expect(await rowsOf(manager, columns)).toEqual([['13800002222', 3]])
    const role = await people.addRole(await server.signIn('admin'), ['customreport:list'])
    await withClient(server.database.ownerUrl, (owner) =>
      owner.query(`insert into user_role (user_id, role_id) select id, $1 from user_account where username = 'coach'`, [
        role,
      ]),
    )
    expect(await rowsOf(await server.signIn('coach', STORE), columns)).toEqual([['138****2222', 3]])
  })

  it('is there for those who may list its records only', async () => {
    const gone = definitionOf([{ key: 'n', column: '', aggregate: 'count' }])
    expect(await codeOf(cashier.customReports.run({ body: { definition: gone } }))).toBe('auth.forbidden')
    const admin = await server.signIn('admin')
    const unknown = { ...gone, source: 'form:unknown' }
    expect(await codeOf(admin.customReports.run({ body: { definition: unknown } }))).toBe('customReport.noSource')
  })
})
