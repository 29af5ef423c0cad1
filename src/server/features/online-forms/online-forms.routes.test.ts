import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { FORM_LIMITS, FormDefinition } from '#shared/features/online-forms/online-form.schema.ts'
import type { TestClient } from '#tests/support/server.ts'
import { formField, lostProperty, publishedForm } from '#tests/support/venue/online-forms.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { formRelation, reportableForms } from './index.ts'

const { server, venue, hq, manager, cashier } = await testVenue(['hq', 'manager', 'cashier'])

const params = { code: 'lost' }

const add = (who: TestClient, values: object, rows: object = {}, key = newId()) =>
  who.formRecords.add({ params, body: { values: { place: 'Pit', ...values }, rows }, key } as never)
const list = async (who: TestClient, query: Record<string, string> = {}) =>
  (await who.formRecords.list({ params, query })).result

beforeAll(async () => {
  await publishedForm(
    hq,
    'lost',
    lostProperty,
    {
      cashier: ['add', 'list'],
      manager: ['list', 'add', 'edit', 'delete', 'export', 'import'],
      hq: ['list', 'export'],
    },
    [cashier, manager, hq],
  )
})

describe('a form', () => {
  it('is open to nobody until its owner grants it', async () => {
    const code = 'nobodys'
    await publishedForm(hq, code, { fields: [formField('a', 'text')] })
    expect(await codeOf(hq.formRecords.list({ params: { code }, query: {} }))).toBe('auth.forbidden')
    expect(await codeOf(cashier.formRecords.form({ params: { code } }))).toBe('auth.forbidden')
    // Without the right to define forms nobody sees or changes one.
    expect(await codeOf(manager.onlineForms.list({ query: {} }))).toBe('auth.forbidden')
  })

  it('is on the menu of those who may use it, and of nobody else', async () => {
    const urls = async (who: TestClient) => JSON.stringify((await who.signIn.permissions()).result.menu)
    expect(await urls(cashier)).toContain('/online/cgformList/lost')
    expect(await urls(cashier)).not.toContain('"/online/cgform"')
    const coach = await server.signIn('coach', 'A01A01')
    expect(await urls(coach)).not.toContain('/online/cgformList/lost')
  })

  it('is refused where it contradicts itself or exceeds a limit', async () => {
    const tried = async (draft: object, code = 'bad') =>
      codeOf(
        hq.onlineForms.add({
          body: { code, nameZh: '坏', nameEn: 'Bad', draft: draft as FormDefinition },
          key: newId(),
        }),
      )
    const twice = { fields: [formField('a', 'text'), formField('a', 'number')] }
    expect(await tried(FormDefinition.parse(twice))).toBe('forms.problem.keyTwice')
    expect(await tried(FormDefinition.parse({ fields: [formField('a', 'choice')] }))).toBe('forms.problem.dictionary')
    const many = Array.from({ length: FORM_LIMITS.fields + 1 }, (_, index) => formField(`f${index}`, 'text'))
    expect(await tried({ fields: many })).toBe('common.invalidInput')
    expect(await tried({ fields: [formField('constructor', 'text')] })).toBe('common.invalidInput')
    expect(await tried({ fields: [formField('a"; drop table member; --', 'text')] })).toBe('common.invalidInput')
    expect(await tried({ fields: [formField('a', 'sql' as never)] })).toBe('common.invalidInput')
    expect(await tried(FormDefinition.parse({ fields: [formField('a', 'text')] }), 'lost')).toBe('forms.codeTaken')
    const big = Array.from({ length: 5 }, (_, table) => ({
      ...formField(`t${table}`, 'text'),
      type: undefined,
      fields: Array.from({ length: 30 }, (_x, index) =>
        formField(`f${index}`, 'text', { labelZh: '长'.repeat(60), labelEn: 'l'.repeat(60), preset: '值'.repeat(200) }),
      ),
    }))
    const subTables = big.map(({ type: _, ...table }) => table)
    expect(await tried(FormDefinition.parse({ fields: [formField('a', 'text')], subTables }))).toBe(
      'forms.definitionTooBig',
    )
  })

  it('keeps its published versions, and loses no value by a new one', async () => {
    const id = await publishedForm(
      hq,
      'versions',
      { fields: [formField('a', 'text'), formField('b', 'number', { search: true })] },
      { manager: ['list', 'add', 'edit'] },
      [manager],
    )
    const code = { code: 'versions' }
    const record = newId()
    await manager.formRecords.add({ params: code, body: { values: { a: 'x', b: 7 } }, key: record })
    let draftNo = 2
    const change = async (fields: object[]) => {
      const draft = FormDefinition.parse({ fields })
      draftNo = (await hq.onlineForms.edit({ body: { id, draftNo, draft } })).result.draftNo
      const answer = await codeOf(hq.onlineForms.publish({ body: { id, draftNo } }))
      if (answer === 'done') draftNo += 1
      return answer
    }
    expect(await change([formField('a', 'text')])).toBe('forms.fieldRemoved')
    expect(await change([formField('a', 'number'), formField('b', 'number')])).toBe('forms.typeChanged')
    const next = [
      formField('a', 'longText', { labelEn: 'Renamed' }),
      formField('b', 'number', { retired: true }),
      formField('c', 'text'),
    ]
    expect(await change(next)).toBe('done')
    const versions = (await hq.onlineForms.versions({ query: { id } })).result
    expect(versions.map(({ version, records }) => [version, records])).toEqual([
      [2, 0],
      [1, 1],
    ])
    expect(versions[1]?.definition.fields[1]).toMatchObject({ key: 'b', retired: false })
    const { result } = await manager.formRecords.queryById({ params: code, query: { id: record } })
    expect(result).toMatchObject({ version: 1, values: { a: 'x', b: 7 } })
    expect(
      await codeOf(manager.formRecords.edit({ params: code, body: { id: record, revision: 1, values: { b: 8 } } })),
    ).toBe('forms.unknownField')
    await expect(
      venue.inEveryStore((trx) =>
        sql`update online_form_version set definition = '{}' where form_id = ${id}`.execute(trx),
      ),
    ).rejects.toThrow('permission denied')
  })

  it('reads its records again when a field becomes searchable or unique', async () => {
    const fields = (more: object) => ({ fields: [formField('a', 'text', more)] })
    const id = await publishedForm(hq, 'again', fields({}), { manager: ['list', 'add'] }, [manager])
    const code = { code: 'again' }
    for (const a of ['x', 'x', 'y'])
      await manager.formRecords.add({ params: code, body: { values: { a } }, key: newId() })
    const change = async (draftNo: number, more: object) => {
      await hq.onlineForms.edit({ body: { id, draftNo, draft: FormDefinition.parse(fields(more)) } })
      return hq.onlineForms.publish({ body: { id, draftNo: draftNo + 1 } })
    }
    await change(2, { search: true })
    const found = await manager.formRecords.list({ params: code, query: { a: 'x', column: 'a' } })
    expect(found.result.total).toBe(2)
    expect(await codeOf(change(4, { search: true, unique: 'all' }))).toBe('forms.notUnique')
  })

  it('is not overwritten by an older draft', async () => {
    const id = await publishedForm(hq, 'drafts', { fields: [formField('a', 'text')] })
    expect(await codeOf(hq.onlineForms.edit({ body: { id, draftNo: 1, nameEn: 'Late' } }))).toBe(
      'forms.changedMeanwhile',
    )
    await hq.onlineForms.edit({ body: { id, draftNo: 2, nameEn: 'New' } })
    expect((await hq.onlineForms.queryById({ query: { id } })).result).toMatchObject({ nameEn: 'New', draftNo: 3 })
  })
})

describe('a record', () => {
  it('keeps typed values, and shows the texts of dictionaries', async () => {
    const id = newId()
    const values = {
      kind: 'vehicle',
      state: 'open',
      tag: 'T-1',
      value: 12.5,
      found: '2026-01-02',
      seen: '2026-01-02 10:20:30',
      urgent: true,
      contact_phone: '13800001234',
      picture: 'forms/202601/a.png',
    }
    await add(cashier, values, { things: [{ name: 'Umbrella', count: 2 }] }, id)
    const { result } = await manager.formRecords.queryById({ params, query: { id } })
    expect(result).toMatchObject({
      version: 1,
      revision: 1,
      sysOrgCode: 'A01A01',
      createBy: 'cashier',
      values: { ...values, place: 'Pit' },
      texts: { kind: '车辆', state: '待领' },
      rows: { things: [{ name: 'Umbrella', count: 2 }] },
    })
    const seen = (await cashier.formRecords.queryById({ params, query: { id } })).result
    expect(seen.values.contact_phone).toBe('138****1234')
  })

  it.each([
    ['a required value that is missing', { place: ' ' }],
    ['a dictionary value that does not exist', { kind: 'x' }],
    ['a value that is no option', { state: 'feedback' }],
    ['an amount below the minimum', { value: -1 }],
    ['an amount with three decimals', { value: 1.005 }],
    ['a text for a number', { value: '1' }],
    ['a day that does not exist', { found: '2026-02-31' }],
    ['an address that runs a script', { picture: 'javascript:alert(1)' }],
    ['a phone with letters', { contact_phone: 'abc' }],
    ['a line with a line end', { place: 'a\nb' }],
  ])('is refused with %s', async (_, values) => {
    expect(await codeOf(add(cashier, values))).toBe('forms.badValue')
  })

  it('is refused with a field that the form has not, and with too many or bad rows', async () => {
    expect(await codeOf(add(cashier, { other: 1 }))).toBe('forms.unknownField')
    expect(await codeOf(add(cashier, {}, { other: [] }))).toBe('forms.unknownField')
    const row = { name: 'x' }
    expect(await codeOf(add(cashier, {}, { things: [row, row, row, row] }))).toBe('forms.tooManyRows')
    expect(await codeOf(add(cashier, {}, { things: [{ name: 'x', count: 0 }] }))).toBe('forms.badValue')
  })

  it('is added once per key', async () => {
    const key = newId()
    await Promise.all([add(cashier, { place: 'Once' }, {}, key), add(cashier, { place: 'Once' }, {}, key)])
    expect((await list(cashier, { place: 'Once' })).total).toBe(1)
    expect(await codeOf(add(cashier, { place: 'Twice' }, {}, key))).toBe('common.keyReused')
  })

  it('has unique values, also when two are added at once, until it is in the recycle bin', async () => {
    const answers = await Promise.allSettled([add(cashier, { tag: 'U' }), add(manager, { tag: 'U' })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await codeOf(add(cashier, { tag: 'U' }))).toBe('forms.valueTaken')
    const { records } = await list(manager, { createTime_begin: '2000-01-01' })
    const id = records.find(({ values }) => values.tag === 'U')?.id ?? ''
    await manager.formRecords.deleteBatch({ params, query: { ids: id } })
    await add(cashier, { tag: 'U' })
    expect(await codeOf(manager.formRecords.restore({ params, body: { ids: id } }))).toBe('forms.valueTaken')
    const bin = (await manager.formRecords.recycleBin({ params, query: {} })).result
    expect(bin.records.map((row) => [row.id, row.deletedBy])).toContainEqual([id, 'manager'])
    await manager.formRecords.purge({ params, query: { ids: id } })
    expect(await codeOf(manager.formRecords.purge({ params, query: { ids: id } }))).toBe('common.recordNotFound')
  })

  it('is not overwritten by somebody who has seen an older one, and keeps its history', async () => {
    const id = newId()
    await add(cashier, { place: 'Old', contact_phone: '13800001234' }, {}, id)
    const edit = (revision: number, values: object) =>
      manager.formRecords.edit({ params, body: { id, revision, values } } as never)
    await edit(1, { place: 'New' })
    expect(await codeOf(edit(1, { place: 'Other' }))).toBe('forms.recordChanged')
    const { result } = await manager.formRecords.queryById({ params, query: { id } })
    expect(result).toMatchObject({ revision: 2, values: { place: 'New', contact_phone: '13800001234' } })
    const history = await manager.logs.history({ query: { kind: '/form/record/lost', id } } as never)
    expect(JSON.stringify(history.result)).toContain('Old')
    expect(JSON.stringify(history.result)).not.toContain('13800001234')
  })

  it('needs the right of each act', async () => {
    const id = newId()
    await add(cashier, {}, {}, id)
    const acts = [
      () => cashier.formRecords.edit({ params, body: { id, revision: 1, values: {} } }),
      () => cashier.formRecords.deleteBatch({ params, query: { ids: id } }),
      () => cashier.formRecords.recycleBin({ params, query: {} }),
      () => cashier.formRecords.restore({ params, body: { ids: id } }),
      () => cashier.formRecords.purge({ params, query: { ids: id } }),
      () => cashier.formRecords.exportXls({ params, query: {} }),
      () => cashier.formRecords.importTemplate({ params }),
      () => hq.formRecords.add({ params, body: { values: { place: 'x' } }, key: newId() }),
    ]
    for (const act of acts) expect(await codeOf(act())).toBe('auth.forbidden')
  })

  it('is seen by its store and those above it only', async () => {
    const elsewhere = await server.signIn('manager', 'A01A02')
    const id = newId()
    await add(elsewhere, { place: 'Elsewhere' }, {}, id)
    const [before] = [await server.signIn('manager', 'A01A01')]
    expect((await list(before, { place: 'Elsewhere' })).total).toBe(0)
    expect(await codeOf(before.formRecords.queryById({ params, query: { id } }))).toBe('common.recordNotFound')
    expect(await codeOf(before.formRecords.deleteBatch({ params, query: { ids: id } }))).toBe('common.recordNotFound')
    expect((await list(hq, { place: 'Elsewhere' })).records).toMatchObject([{ sysOrgCode: 'A01A02' }])
  })
})

describe('the list of a form', () => {
  it('finds and orders by the fields that are marked, and by nothing else', async () => {
    for (const [place, value, found] of [
      ['Zed', 3, '2026-03-01'],
      ['Yew', 1, '2026-03-02'],
      ['Xan', 2, '2026-03-03'],
    ] as const)
      await add(cashier, { place, value, found, tag: place })
    const places = async (query: Record<string, string>) =>
      (await list(cashier, { found_begin: '2026-03-01', ...query })).records.map(({ values }) => values.place)
    expect(await places({ column: 'value', order: 'asc' })).toEqual(['Yew', 'Xan', 'Zed'])
    expect(await places({ column: 'place', order: 'desc' })).toEqual(['Zed', 'Yew', 'Xan'])
    expect(await places({ place: '*e*', column: 'place', order: 'asc' })).toEqual(['Yew', 'Zed'])
    expect(await places({ value_begin: '2', column: 'value', order: 'asc' })).toEqual(['Xan', 'Zed'])
    const advanced = (field: string) => JSON.stringify([{ field, rule: 'eq', val: 'Zed' }])
    expect(await places({ superQueryParams: advanced('place') })).toEqual(['Zed'])
    // Not marked for search.
    expect(await codeOf(list(cashier, { superQueryParams: advanced('tag') }))).toBe('lists.badAdvancedQuery')
    expect(await places({ tag: 'Zed' })).toHaveLength(3)
  })
})

describe('reports', () => {
  it('read the records of a form, and the rows of its sub-tables, with typed columns', async () => {
    const values = { place: 'Report', value: 9.5, found: '2026-04-01', seen: '2026-04-01 08:00:00', urgent: true }
    await add(cashier, values, { things: [{ name: 'A', count: 2 }, { name: 'B' }] })
    const user = { ...hq.user, actions: new Set(['form_lost:list']) }
    const reader = { user: user as never, locale: 'en' as const }
    const [main, things] = await venue.inEveryStore((trx) => reportableForms(trx, reader))
    expect([main?.code, things?.code, things?.name]).toEqual(['lost', 'lost.things', 'Form lost / Things'])
    const rows = await venue.inEveryStore(async (trx) => {
      const relation = await formRelation(trx, reader, 'lost')
      const found = await sql`select x.value, x.found, x.seen, x.urgent from ${relation.sql} as x
        where x.place = 'Report'`.execute(trx)
      const lines =
        await sql`select x.name, x.count from ${things?.sql} as x where x.name in ('A', 'B') order by 1`.execute(trx)
      return [...found.rows, ...lines.rows]
    })
    expect(rows).toEqual([
      { value: 950, found: '2026-04-01', seen: new Date('2026-04-01T00:00:00Z'), urgent: true },
      { name: 'A', count: '2' },
      { name: 'B', count: null },
    ])
    const nobody = { user: { ...user, actions: new Set() } as never, locale: 'en' as const }
    expect(await venue.inEveryStore((trx) => reportableForms(trx, nobody))).toEqual([])
    expect(await codeOf(venue.inEveryStore((trx) => formRelation(trx, nobody, 'lost')))).toBe('auth.forbidden')
  })
})
