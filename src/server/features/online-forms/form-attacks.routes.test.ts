import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { FORM_LIMITS } from '#shared/features/online-forms/online-form.schema.ts'
import { formField, publishedForm } from '#tests/support/venue/online-forms.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { admin, hq, manager } = await testVenue(['admin', 'hq', 'manager'])

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
