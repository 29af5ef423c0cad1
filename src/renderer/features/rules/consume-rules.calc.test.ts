import { expect, it } from 'vitest'
import { exampleLines } from '#renderer/features/counter/plan/preview.calc.ts'
import { buildMember } from '#tests/support/venue/counter-data.ts'
import { conditionsOf, draftOf, lengthsOf, offeredAs } from './consume-rules.calc.ts'

it('shows the unfinished form, without values that its type does not use', () => {
  const draft = draftOf({
    consumeRoleName: '次卡',
    consumeTypeRole: 'FREQUENCY',
    price: 38,
    frequency: 2,
    duration: null,
  })
  expect(draft).toMatchObject({ consumeRoleName: '次卡', price: 0, frequency: 2, duration: 0, toolType: 'TONGYONG' })
})

it('computes an example as the counter does, per person or once for all', () => {
  const rule = draftOf({ consumeRoleName: '标准', consumeTypeRole: 'BALANCE', price: 38, countCycleNumber: 8 })
  const restFor = (people: number, given = rule) =>
    exampleLines(offeredAs(given), people, buildMember({ give: 0, availableBalance: 500 })).flatMap(
      ({ values }) => values?.rest ?? [],
    )
  expect(restFor(2)).toEqual(['424.00'])
  expect(restFor(2, { ...rule, priceMode: 'one' })).toEqual(['462.00'])
})

it('shows the length and the other conditions', () => {
  const rule = draftOf({
    consumeTypeRole: 'INTEGRAL',
    countCycleNumber: 8,
    duration: 10,
    memberDay: '1,6',
    memberDayLimitCount: 1,
    amountType: 'LIMIT',
    dayLimitCount: 20,
    memberLevel: 'gold',
    useBracelet: 'YES',
    braceletCount: 2,
    consumeMode: 'immediate',
  })
  expect(lengthsOf(rule).map(({ values }) => values?.count)).toEqual([8, 10])
  expect(conditionsOf(rule, '金卡').map(({ key }) => key)).toEqual([
    'consumeRule.onDays',
    'consumeRule.dayUses',
    'consumeRule.allUses',
    'consumeRule.fromLevel',
    'consumeRule.useMode.immediate',
    'consumeRule.bands',
  ])
  expect(conditionsOf(draftOf({}), '')).toEqual([])
})
