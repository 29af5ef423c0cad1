import { describe, expect, it } from 'vitest'
import { EVERY_STORE, scopeOf } from '#server/db/database.ts'
import { daysAfter } from '#shared/core/time.ts'
import type { FillKind } from '#shared/features/fill-rules/fill-rules.contract.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { fillValue } from './index.ts'

const { server, admin, manager, cashier } = await testVenue(['admin', 'manager', 'cashier'])

/** A day on which the tokens are valid, and the day after it. */
const today = server.clock.now().toISOString().slice(0, 10)
const tomorrow = daysAfter(today, 1)
const digits = (day: string) => day.replaceAll('-', '')

let count = 0
/** Adds a rule and returns its code. */
async function rule(ruleClass: FillKind | (string & {}), params: Record<string, unknown> | string = {}) {
  count += 1
  const ruleCode = `rule_${count}`
  const ruleParams = typeof params === 'string' ? params : JSON.stringify(params)
  // The schema takes also names of the family's classes.
  await admin.fillRules.add({ body: { ruleName: ruleCode, ruleCode, ruleClass: ruleClass as FillKind, ruleParams } })
  return ruleCode
}
const give = async (ruleCode: string, form = {}, by = manager) =>
  (await by.fillRules.executeRuleByCode({ params: { ruleCode }, body: form })).result
const test = async (ruleCode: string) => (await manager.fillRules.testFillRule({ query: { ruleCode } })).result
const inStore = <T>(work: Parameters<typeof server.deps.db.scoped<T>>[1]) => server.deps.db.scoped(scopeOf(STORE), work)
const filling = (ruleCode: string, form = {}) => ({ ruleCode, orgCode: STORE, now: server.clock.now(), form })
const editOf = async (ruleCode: string, body: object) => {
  const { result } = await admin.fillRules.list({ query: { ruleCode } })
  return admin.fillRules.edit({ body: { id: String(result.records[0]?.id), ...body } })
}

describe('fill rules', () => {
  it('give 50 different numbers to 50 callers at once', async () => {
    for (const gapFree of [false, true]) {
      const code = await rule('sequence', { prefix: 'N', date: '', digits: 3, gapFree })
      const taken = await Promise.all(Array.from({ length: 50 }, () => inStore((trx) => fillValue(trx, filling(code)))))
      expect(new Set(taken).size).toBe(50)
      if (gapFree) {
        const first = Array.from({ length: 50 }, (_, at) => `N${String(at + 1).padStart(3, '0')}`)
        expect(taken.toSorted()).toEqual(first)
      }
    }
  })

  it('without gaps return the number after a rollback, and let the next record wait for it', async () => {
    const code = await rule('sequence', { date: '', digits: 1, gapFree: true })
    expect(await inStore((trx) => fillValue(trx, filling(code)))).toBe('1')
    const order: string[] = []
    let second: Promise<string> | undefined
    await expect(
      inStore(async (trx) => {
        order.push(await fillValue(trx, filling(code)))
        second = inStore((other) => fillValue(other, filling(code)))
        throw new Error('not saved')
      }),
    ).rejects.toThrow('not saved')
    order.push((await second) ?? '')
    expect(order).toEqual(['2', '2'])
    await expect(give(code)).rejects.toMatchObject({ code: 'fillRules.gapFreeOnSave' })
    expect(await test(code)).toBe('3')
    expect(await inStore((trx) => fillValue(trx, filling(code)))).toBe('3')
  })

  it('that may have gaps do not make other records wait', async () => {
    const code = await rule('sequence', { date: '', digits: 1 })
    await inStore((trx) => fillValue(trx, filling(code)))
    await inStore(async (trx) => {
      expect(await fillValue(trx, filling(code))).toBe('2')
      // Would wait for this transaction if it shared its stripe.
      expect(await give(code)).toBe('3')
    })
    expect(await give(code)).toBe('4')
  })

  it('count by store and begin again by business day or calendar day', async () => {
    const business = await rule('pattern', { pattern: 'A{yyMMdd}-{org}-{seq:2}', reset: 'day' })
    const calendar = await rule('pattern', { pattern: '{yyyyMMdd}{seq:2}', reset: 'day', day: 'calendar', per: 'all' })
    await server.deps.db.scoped(EVERY_STORE, (trx) =>
      trx.updateTable('store').set({ dayStartHour: 5 }).where('orgCode', '=', STORE).execute(),
    )
    // 02:00 of tomorrow in Shanghai is still the business day before.
    server.clock.set(new Date(`${today}T18:00:00Z`))
    expect([await give(business), await give(business)]).toEqual([
      `A${digits(today).slice(2)}-${STORE}-01`,
      `A${digits(today).slice(2)}-${STORE}-02`,
    ])
    const elsewhere = await server.signIn('manager2')
    expect([await give(calendar), await give(calendar, {}, elsewhere)]).toEqual([
      `${digits(tomorrow)}01`,
      `${digits(tomorrow)}02`,
    ])
    server.clock.set(new Date(`${today}T22:00:00Z`))
    expect(await give(business)).toBe(`A${digits(tomorrow).slice(2)}-${STORE}-01`)
    expect(await give(calendar)).toBe(`${digits(tomorrow)}03`)
    expect(await give(business, { orgCode: STORE }, elsewhere)).toBe(
      `A${digits(tomorrow).slice(2)}-${elsewhere.user.orgCode}-01`,
    )
  })

  it('fill patterns with store, date and fields of the form', async () => {
    server.clock.set(new Date(`${today}T04:05:06Z`))
    expect(await give(await rule('org'))).toBe(STORE)
    expect(await give(await rule('date', { date: 'yyyyMMddHHmmss' }))).toBe(`${digits(today)}120506`)
    const code = await rule('pattern', { pattern: '{form.kind}/{seq:3}', start: 10, step: 5 })
    expect([await give(code, { kind: '钥匙' }), await give(code, { kind: 7 })]).toEqual(['钥匙/010', '7/015'])
    for (const form of [{}, { kind: ' ' }, { kind: {} }]) {
      await expect(give(code, form)).rejects.toMatchObject({ code: 'fillRules.fieldEmpty', details: { field: 'kind' } })
    }
    for (const kind of ['a\u0000b', 'a\nb', 'x'.repeat(101)]) {
      await expect(give(code, { kind })).rejects.toMatchObject({ code: 'fillRules.fieldUnfit' })
    }
    expect(await test(code)).toBe('[kind]/020')
    // Names that every object has are no fields of the form.
    for (const field of ['constructor', 'toString', '__proto__']) {
      const inherited = await rule('pattern', { pattern: `{form.${field}}` })
      await expect(give(inherited), field).rejects.toMatchObject({ code: 'fillRules.fieldEmpty', details: { field } })
    }
    expect(await test(code)).toBe('[kind]/020')
  })

  it('map the classes that clients of the family send, and load no other', async () => {
    const store = await rule('org.jeecg.modules.system.rule.OrgCodeRule')
    expect(await give(store)).toMatch(new RegExp(`^${STORE}[A-Z]\\d\\d$`))
    expect(await give(store)).toBe(await give('org_num_role'))
    expect(await give('category_code_rule', { pid: '0' })).toMatch(/^[A-Z]\d\d$/)
    const foreign = await server.deps.db.scoped(EVERY_STORE, (trx) =>
      trx.selectFrom('store').select('id').where('orgCode', '=', 'A01A02').executeTakeFirstOrThrow(),
    )
    await expect(give('org_num_role', { parentId: foreign.id })).rejects.toMatchObject({
      code: 'common.recordNotFound',
    })
    await expect(give('org_num_role', { parentId: "x' or 1=1" })).rejects.toMatchObject({
      code: 'common.recordNotFound',
    })
    for (const name of ['java.lang.Runtime', 'org.jeecg.rule.constructor', '', 'toString']) {
      await expect(rule(name)).rejects.toMatchObject({ code: 'common.invalidInput', details: { field: 'ruleClass' } })
    }
  })

  it('refuse parameters that do not fit', async () => {
    const bad = [
      '{',
      '[]',
      '"x"',
      ...[
        '',
        '{',
        '}',
        '{{seq}}',
        '{seq}{seq}',
        '{seq:0}',
        '{seq:99}',
        '{constructor}',
        '{form.}',
        '{seq}{x}',
        'a\u0000',
        `{${'y'.repeat(97)}x}`,
      ].map((pattern) => ({ pattern })),
      { pattern: 'x'.repeat(101) },
      { pattern: '{seq}', step: 0 },
      { pattern: '{seq}', start: 1e300 },
      { pattern: '{seq}', per: 'A01' },
    ]
    for (const params of bad) {
      await expect(rule('pattern', params), JSON.stringify(params)).rejects.toMatchObject({
        details: { field: 'ruleParams' },
      })
    }
    for (const [pattern, reset] of [
      ['{seq}', 'day'],
      ['{yyyyMM}{seq}', 'day'],
      ['{MMdd}{seq}', 'day'],
      ['{yyyy}{seq}', 'month'],
      ['{MM}{seq}', 'year'],
    ]) {
      await expect(rule('pattern', { pattern, reset })).rejects.toMatchObject({ code: 'fillRules.needsDate' })
    }
  })

  it('keep their way of counting once they have given numbers', async () => {
    const code = await rule('sequence', { date: '', digits: 2 })
    await editOf(code, { ruleParams: '{"date":"","start":7}' })
    expect(await give(code)).toBe('0007')
    await expect(editOf(code, { ruleParams: '{"date":"","start":1}' })).rejects.toMatchObject({
      code: 'fillRules.counted',
    })
    await expect(editOf(code, { ruleClass: 'date' })).rejects.toMatchObject({ code: 'fillRules.counted' })
    await editOf(code, { ruleParams: '{"date":"","start":7,"prefix":"P"}' })
    expect(await give(code)).toBe('P0008')
  })

  it('stay once they have given numbers, so that none is given again', async () => {
    const [unused, used] = [await rule('sequence', { date: '' }), await rule('sequence', { date: '' })]
    const idOf = async (ruleCode: string) =>
      String((await admin.fillRules.list({ query: { ruleCode } })).result.records[0]?.id)
    await give(used)
    const ids = [await idOf(unused), await idOf(used)]
    await expect(admin.fillRules.deleteBatch({ query: { ids: ids.join(',') } })).rejects.toMatchObject({
      code: 'fillRules.countedStays',
    })
    await expect(admin.fillRules.delete({ query: { id: ids[1]?.toUpperCase() ?? '' } })).rejects.toMatchObject({
      code: 'fillRules.countedStays',
    })
    await admin.fillRules.delete({ query: { id: ids[0] ?? '' } })
    expect(await give(used)).toBe('0002')
  })

  it('are given in batches, all or none', async () => {
    const [first, second] = [
      await rule('sequence', { date: '' }),
      await rule('pattern', { pattern: '{form.a}{form.b}' }),
    ]
    const batch = (rules: { ruleCode: string; formData?: object }[]) =>
      manager.fillRules.executeRuleByCodeBatch({ body: { rules, commonFormData: { a: 'x', b: 'y' } } })
    expect((await batch([{ ruleCode: first }, { ruleCode: second, formData: { b: 'z' } }])).result).toEqual([
      { ruleCode: first, result: '0001' },
      { ruleCode: second, result: 'xz' },
    ])
    await expect(batch([{ ruleCode: first }, { ruleCode: 'nothing' }])).rejects.toMatchObject({
      code: 'fillRules.unknown',
    })
    expect(await test(first)).toBe('0002')
  })

  it('are written by the platform alone', async () => {
    const body = { ruleName: 'x', ruleCode: 'x', ruleClass: 'org' as const }
    await expect(manager.fillRules.add({ body })).rejects.toMatchObject({ code: 'auth.forbidden' })
    await expect(cashier.fillRules.testFillRule({ query: { ruleCode: 'org_num_role' } })).rejects.toMatchObject({
      code: 'auth.forbidden',
    })
    // A number that is taken is gone, so not everybody who is signed in may take one.
    const code = await rule('sequence', { date: '' })
    await expect(give(code, {}, cashier)).rejects.toMatchObject({ code: 'auth.forbidden' })
    await expect(
      cashier.fillRules.executeRuleByCodeBatch({ body: { rules: [{ ruleCode: code }] } }),
    ).rejects.toMatchObject({ code: 'auth.forbidden' })
    expect(await test(code)).toBe('0001')
    expect((await manager.fillRules.list({ query: {} })).result.total).toBeGreaterThan(2)
    await expect(give('nothing')).rejects.toMatchObject({ code: 'fillRules.unknown', details: { field: 'ruleCode' } })
    const org = await rule('org')
    await expect(
      admin.fillRules.add({ body: { ruleName: 'y', ruleCode: org, ruleClass: 'org' } }),
    ).rejects.toMatchObject({ code: 'fillRules.codeTaken' })
  })
})
