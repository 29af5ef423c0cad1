import { describe, expect, it } from 'vitest'
import { buildMember, buildRule } from '#tests/support/venue/counter-data.ts'
import { isShortage } from './charge-lines.calc.ts'
import { costOf, previewCharge, spendableOf, takenOf } from './charge-preview.calc.ts'

const NOW = Date.parse('2026-08-01T10:00:00Z')

describe('what a rule costs', () => {
  it.each([
    [buildRule({ price: 38 }), 3, { price: 11400 }],
    [buildRule({ price: 38, priceMode: 'one' }), 3, { price: 3800 }],
    [buildRule({ consumeTypeRole: 'BALANCEANDINTEGRAL', price: 20, integral: 100 }), 2, { price: 4000, integral: 200 }],
    [buildRule({ consumeTypeRole: 'QUAN', countCycleNumber: 10 }), 1, { laps: 10 }],
    [buildRule({ consumeTypeRole: 'COIN', coins: 4, price: 0 }), 3, { coins: 12 }],
    [buildRule({ consumeTypeRole: 'GIFT', price: 15 }), 2, { price: 3000 }],
    [buildRule({ consumeTypeRole: 'FREQUENCY', frequency: 2 }), 2, { visits: 4 }],
    [buildRule({ consumeTypeRole: 'NOCARDCONSUME', price: 48, deposit: 20 }), 2, { price: 11600 }],
    [buildRule({ consumeTypeRole: 'TESTCARD', price: 48 }), 1, {}],
  ])('follows the consume type (case %#)', (rule, people, cost) => {
    expect(costOf(rule, people)).toEqual({ price: 0, integral: 0, laps: 0, coins: 0, visits: 0, ...cost })
  })
})

describe('the preview of a charge', () => {
  const project = {
    isChangWan: 'NO',
    changwanName: '',
    changWanEndTime: null,
    changWanLastDay: null,
    changwanCount: -1,
    availableFrequency: null,
  } as const
  const visits = [
    { ...project, projectType: 'kart', frequency: 1 },
    { ...project, projectType: 'currency', frequency: 1 },
    { ...project, projectType: 'simulator', frequency: 9 },
  ]
  const rule = buildRule({ consumeTypeRole: 'FREQUENCY', frequency: 3, projectType: 'kart' })
  const foreseenFor = (projects: ReturnType<typeof buildMember>['projects'], people = 1) =>
    previewCharge(rule, { people, vehicles: 1, order: 'paidFirst', payMode: 'wechat' }, buildMember({ projects }), NOW)

  it('counts visits of the project and general ones', () => {
    expect(foreseenFor(visits)).toEqual({ code: 'members.insufficientFrequency', needed: 3, available: 2 })
  })

  it('lets an unlimited card cover its holder, unless it is of another project or expired', () => {
    const card = { ...project, projectType: 'kart', frequency: 5, isChangWan: 'YES' } as const
    const alone = foreseenFor([card])
    expect(isShortage(alone) ? null : alone.lines).toEqual([{ account: 'unlimited', project: 'kart', delta: -1 }])
    const party = foreseenFor([card], 2)
    expect(isShortage(party) ? null : takenOf(party, 'frequency')).toBe(3)
    expect(isShortage(foreseenFor([{ ...card, projectType: 'simulator' }]))).toBe(true)
    const ended = foreseenFor([{ ...card, changWanEndTime: '2026-08-01 09:59:59' }])
    expect(isShortage(ended) ? null : takenOf(ended, 'unlimited', 'frequency')).toBe(3)
  })

  it('splits money into paid and gift only if both are known', () => {
    const of = (member: Partial<ReturnType<typeof buildMember>>) => spendableOf(buildMember(member), NOW)
    expect(of({})).toMatchObject({ has: { balance: 50000, give: 5000 }, isSplitKnown: true })
    expect(of({ availableBalance: 500 })).toMatchObject({ has: { balance: 50000, give: 0 }, isSplitKnown: false })
    expect(of({ availableBalance: 500, availableGive: 20 })).toMatchObject({ has: { balance: 48000, give: 2000 } })
  })
})
