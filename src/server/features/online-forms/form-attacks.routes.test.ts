import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { FORM_LIMITS, FormDefinition } from '#shared/features/online-forms/online-form.schema.ts'
import type { TestClient } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { formField, publishedForm } from '#tests/support/venue/online-forms.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { formRelation } from './index.ts'

const { server, venue, admin, hq, manager, cashier } = await testVenue(['admin', 'hq', 'manager', 'cashier'])

const recordsOf = (code: string) => {
  const params = { code }
  return {
    add: (values: object, { who = manager, key = newId() }: { who?: TestClient; key?: string } = {}) =>
      who.formRecords.add({ params, body: { values }, key } as never),
    edit: (id: string, revision: number, values: object, who = manager) =>
      who.formRecords.edit({ params, body: { id, revision, values } } as never),
    one: async (id: string, who = manager) => (await who.formRecords.queryById({ params, query: { id } })).result,
    total: async (query: Record<string, string>, who: TestClient) =>
      (await who.formRecords.list({ params, query })).result.total,
  }
}

/** Publishes another draft of a form. */
async function republish(id: string, draft: object): Promise<string> {
  const { draftNo } = (await hq.onlineForms.queryById({ query: { id } })).result
  await hq.onlineForms.edit({ body: { id, draftNo, draft: FormDefinition.parse(draft) } })
  return codeOf(hq.onlineForms.publish({ body: { id, draftNo: draftNo + 1 } }))
}

const ALL = ['list', 'add', 'edit', 'delete', 'import', 'export'] as const
const problemOfDraft = (draft: object) =>
  codeOf(
    hq.onlineForms.add({
      body: { code: 'refused', nameZh: 'x', nameEn: 'x', draft: FormDefinition.parse(draft) },
      key: newId(),
    } as never),
  )

describe('a record with thousands of values', () => {
  const params = { code: 'heavy' }
  const add = (values: object, rows: object = {}) =>
    manager.formRecords.add({ params, body: { values, rows }, key: newId() } as never)

  it('is checked in a few statements, and refused by its size before anything else', async () => {
    const ruleJson = JSON.stringify([{ digits: '*', pattern: '[a-z]+', message: 'letters only' }])
    await admin.checkRules.add({ body: { ruleCode: 'letters', ruleName: 'x', ruleJson }, key: newId() } as never)
    const fields = [
      formField('a', 'text', { checkRule: 'letters' }),
      formField('b', 'text', { checkRule: 'letters' }),
      formField('who', 'user'),
    ]
    const table = { labelZh: '行', labelEn: 'Lines', fields, maxRows: FORM_LIMITS.rowsOfSubTable }
    const draft = {
      fields: [formField('note', 'longText')],
      subTables: [
        { ...table, key: 'one' },
        { ...table, key: 'two' },
      ],
    }
    await publishedForm(hq, params.code, draft, { manager: ['add', 'list'] }, [manager])

    const rows = Array.from({ length: FORM_LIMITS.rowsOfSubTable }, () => ({ a: 'x', b: 'y', who: 'manager' }))
    const query = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => query.mockRestore())
    await add({ note: 'n' }, { one: rows, two: rows })
    const read = (what: string) =>
      query.mock.calls.filter((call) => JSON.stringify(call.at(0) ?? '').includes(what)).length
    expect([read('rule_json'), read('where u.username = any')]).toEqual([1, 1])
    expect(await codeOf(add({}, { one: [...rows.slice(1), { a: 'x', b: '1' }] }))).toBe('forms.badValue')
    expect(await codeOf(add({}, { one: [{ a: 'x', who: 'nobody at all' }] }))).toBe('forms.badValue')
    const long = 'n'.repeat(4000)
    const wide = Array.from({ length: 60 }, () => ({ a: long }))
    expect(await codeOf(add({}, { one: wide }))).toBe('forms.recordTooBig')
    const many = Array.from({ length: FORM_LIMITS.rowsOfSubTable }, () =>
      Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`f${index}`, 1])),
    )
    expect(await codeOf(add({}, { one: many }))).toBe('forms.tooManyValues')
  })
})

describe('a unique value', () => {
  it('stays unique when its field was retired meanwhile', async () => {
    const tag = (more: object = {}) => ({
      fields: [formField('tag', 'text', { unique: 'all', ...more }), formField('note', 'text')],
    })
    const form = await publishedForm(hq, 'retired', tag(), { manager: ALL }, [manager])
    const { add, edit } = recordsOf('retired')
    const key = newId()
    await add({ tag: 'x' }, { key })
    expect(await republish(form, tag({ retired: true }))).toBe('done')
    await edit(key, 1, { note: 'changed' })
    expect(await republish(form, tag())).toBe('done')
    expect(await codeOf(add({ tag: 'x' }))).toBe('forms.valueTaken')
  })

  it('is unique too in a record that was being added while its field became unique', async () => {
    const ruleCode = 'attack_number'
    const ruleParams = JSON.stringify({ pattern: 'N{seq:4}' })
    await admin.fillRules.add({ body: { ruleName: 'x', ruleCode, ruleClass: 'pattern', ruleParams } } as never)
    const draft = (unique: 'no' | 'all') => ({
      fields: [formField('tag', 'text', { unique }), formField('no', 'text', { fillRule: ruleCode })],
    })
    const form = await publishedForm(hq, 'racing', draft('no'), { manager: ALL }, [manager])
    const { add } = recordsOf('racing')
    await add({ tag: 'x' })
    const waiting = async () => {
      const { rows } = await sql<{ total: number }>`select count(*)::int as total from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(server.deps.db.kysely)
      return rows[0]?.total ?? 0
    }
    let published = ''
    const { adding, publishing } = await venue.inEveryStore(async (trx) => {
      // The addition has read its form, and waits for its number.
      await sql`select from fill_rule where rule_code = ${ruleCode} for update`.execute(trx)
      const added = codeOf(add({ tag: 'x' }))
      await until(async () => expect(await waiting()).toBe(1))
      const publication = republish(form, draft('all')).then((answer) => {
        published = answer
        return answer
      })
      await until(async () => expect(published !== '' || (await waiting()) > 1).toBe(true))
      return { adding: added, publishing: publication }
    })
    expect([await adding, await publishing]).toEqual(['done', 'forms.notUnique'])
  })

  it('is not given free by another store that uses the id of its record', async () => {
    const draft = { fields: [formField('tag', 'text', { unique: 'all' })] }
    const elsewhere = await server.signIn('manager', 'A01A02')
    await publishedForm(hq, 'same_id', draft, { manager: ALL }, [manager, elsewhere])
    const { add } = recordsOf('same_id')
    const key = newId()
    await add({ tag: 'mine' }, { key })
    await venue.inEveryStore((trx) =>
      sql`insert into online_form_record (id, org_code, form_id, version, data, created_at)
        select id, 'A01A02', form_id, version, '{"values":{}}', created_at from online_form_record where id = ${key}`.execute(
        trx,
      ),
    )
    await elsewhere.formRecords.deleteBatch({ params: { code: 'same_id' }, query: { ids: key } })
    expect(await codeOf(add({ tag: 'mine' }))).toBe('forms.valueTaken')
  })
})

describe('the acts of a form', () => {
  const draft = { fields: [formField('a', 'text')] }
  const frozen = (who: TestClient, username: string) =>
    codeOf(
      (async () => {
        const { result } = await who.users.list({ query: { username, pageNo: 1, pageSize: 10 } } as never)
        const ids = result.records.map(({ id }) => id).join(',')
        for (const status of [2, 1]) await who.users.freezeBatch({ body: { ids, status } } as never)
      })(),
    )

  it('put nobody out of the reach of those above them', async () => {
    await publishedForm(hq, 'by_hq', draft, { coach: ['list'] })
    expect(await frozen(hq, 'coach')).toBe('done')
  })

  it('are not granted to the platform administrator', async () => {
    const id = await publishedForm(hq, 'for_admin', draft)
    const body = { id, roleId: 'admin', acts: ['list' as const] }
    expect(await codeOf(hq.onlineForms.grant({ body }))).toBe('common.recordNotFound')
  })
})

describe('the rows of a record', () => {
  const table = (fields: object[]) => ({
    fields: [formField('note', 'text')],
    subTables: [{ key: 'lines', labelZh: '行', labelEn: 'Lines', fields }],
  })

  it('have no numbers of fill rules, which a change would give anew', async () => {
    await admin.fillRules.add({
      body: { ruleName: 'x', ruleCode: 'row_number', ruleClass: 'pattern', ruleParams: '{"pattern":"{seq:4}"}' },
    } as never)
    const draft = table([formField('no', 'text', { fillRule: 'row_number' })])
    expect(await problemOfDraft(draft)).toBe('forms.problem.fillRule')
  })

  it('are saved again with a masked phone, and with a reference that is gone', async () => {
    const code = 'rows_again'
    const draft = table([formField('phone', 'phone'), formField('who', 'user')])
    await publishedForm(hq, code, draft, { manager: ALL, cashier: ALL }, [manager, cashier])
    const key = newId()
    const lines = [{ phone: '13800001234', who: 'coach' }, { phone: '13900005678' }]
    await manager.formRecords.add({ params: { code }, body: { values: {}, rows: { lines } }, key } as never)
    const { one } = recordsOf(code)
    const shown = (await one(key, cashier)).rows.lines ?? []
    expect(shown[0]?.phone).toBe('138****1234')
    await venue.inEveryStore((trx) =>
      sql`update online_form_record set data = jsonb_set(data, '{rows,lines,0,who}', '"gone"') where id = ${key}`.execute(
        trx,
      ),
    )
    const again: Record<string, string>[] = [{ phone: '139****5678' }, { phone: '138****1234', who: 'gone' }]
    await cashier.formRecords.edit({
      params: { code },
      body: { id: key, revision: 1, values: {}, rows: { lines: again } },
    })
    expect((await one(key)).rows.lines).toEqual([{ phone: '13900005678' }, { phone: '13800001234', who: 'gone' }])
    const other = [{ phone: '138****9999' }]
    expect(
      await codeOf(
        cashier.formRecords.edit({
          params: { code },
          body: { id: key, revision: 2, values: {}, rows: { lines: other } },
        }),
      ),
    ).toBe('forms.badValue')
  })
})

describe('a masked phone', () => {
  it('is searched, ordered and reported as it is shown', async () => {
    const code = 'phones'
    const draft = { fields: [formField('contact_phone', 'phone', { search: true })] }
    await publishedForm(hq, code, draft, { manager: ALL, cashier: ALL }, [manager, cashier])
    const { add, total } = recordsOf(code)
    await add({ contact_phone: '13800001234' })
    expect(await total({ contact_phone: '1380000*' }, manager)).toBe(1)
    expect(await total({ contact_phone: '1380000*' }, cashier)).toBe(0)
    expect(await total({ contact_phone: '*1234' }, cashier)).toBe(1)
    const superQueryParams = JSON.stringify([{ field: 'contact_phone', rule: 'ge', val: '1380000' }])
    expect([await total({ superQueryParams }, manager), await total({ superQueryParams }, cashier)]).toEqual([1, 0])
    const form = async (who: TestClient) => (await who.formRecords.form({ params: { code } })).result.sortable
    expect([await form(manager), await form(cashier)]).toEqual([['createTime', 'contact_phone'], ['createTime']])
    const shown = await venue.inEveryStore(async (trx) => {
      const user = { ...hq.user, actions: new Set([`form_${code}:list`]) } as never
      const relation = await formRelation(trx, { user, locale: 'en' }, code)
      return (await sql`select x.contact_phone from ${relation.sql} as x`.execute(trx)).rows
    })
    expect(shown).toEqual([{ contactPhone: '138****1234' }])
  })
})

describe('a long text', () => {
  it('is searchable up to the length that an index holds', async () => {
    const fields = (more: object) => ({ fields: [formField('a', 'text', { length: 4000, ...more })] })
    expect(await problemOfDraft(fields({ search: true }))).toBe('forms.problem.searchLength')
    // Random, because an index compresses what repeats.
    const long = randomBytes(3000).toString('base64').slice(0, 3980)
    const form = await publishedForm(hq, 'long_text', fields({}), { manager: ALL }, [manager])
    const { add, edit, total } = recordsOf('long_text')
    const key = newId()
    await add({ a: long }, { key })
    expect(await republish(form, fields({ search: true, length: 600 }))).toBe('done')
    expect(await total({ a: `${long.slice(0, 50)}*` }, manager)).toBe(1)
    expect(await codeOf(edit(key, 1, {}))).toBe('done')
  })
})

describe('an idempotency key', () => {
  it('counts for one form, and answers nobody without the right', async () => {
    const draft = { fields: [formField('a', 'text')] }
    for (const code of ['k_one', 'k_two']) await publishedForm(hq, code, draft, { manager: ALL }, [manager])
    const key = newId()
    await recordsOf('k_one').add({ a: 'x' }, { key })
    expect(await codeOf(recordsOf('k_one').add({ a: 'x' }, { key }))).toBe('done')
    expect(await codeOf(recordsOf('k_two').add({ a: 'x' }, { key }))).toBe('common.keyReused')
    expect(await codeOf(recordsOf('k_one').add({ a: 'x' }, { key, who: cashier }))).toBe('auth.forbidden')
    const family = (code: string, who: TestClient, id = newId()) =>
      codeOf(who.cgform.addRecord({ params: { code }, body: { a: 'x' }, key: id } as never))
    const other = newId()
    expect(await family('k_one', manager, other)).toBe('done')
    expect(await family('k_two', manager, other)).toBe('common.keyReused')
    expect(await family('k_one', cashier, other)).toBe('auth.forbidden')
  })
})
