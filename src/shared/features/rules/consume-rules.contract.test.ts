import { expect, it } from 'vitest'
import { OfferedRule } from './consume-rules.contract.ts'

it('reads a rule stored by a terminal before usage limits existed', () => {
  const kept = {
    id: 'rule-1',
    sysOrgCode: 'A01A01',
    consumeRoleName: '标准卡丁',
    consumeTypeRole: 'BALANCE',
    toolType: 'TONGYONG',
    projectType: 'currency',
    priceMode: 'every',
    price: 68,
    deposit: 0,
    integral: 0,
    frequency: 0,
    duration: 10,
    countCycleNumber: 8,
    memberLevel: '',
    indexNumber: 1,
  }
  expect(OfferedRule.parse(kept)).toMatchObject({
    ...kept,
    consumeMode: 'both',
    amountType: 'ALL',
    dayLimitCount: -1,
    memberDay: '',
    isRanking: 'YES',
    memberLevels: [],
    businessDay: '',
    usedToday: 0,
  })
})
