import { describe, expect, it } from 'vitest'
import type { Member } from '#shared/features/members/members.contract.ts'
import { type Offer, offerRefusal, outlookOf, priceOf } from './recharge-panel.calc.ts'

const CLOCK = { now: new Date('2026-05-01T04:00:00Z'), timeZone: 'Asia/Shanghai', dayStartHour: 0 }
const audit = { createBy: null, createTime: null, updateBy: null, updateTime: null }
const place = { id: 'r1', indexNumber: 1, sysOrgCode: 'A01A01', sysOrgCode_dictText: null, ...audit }
const texts = {
  amountType_dictText: null,
  salesMethod_dictText: null,
  projectType_dictText: null,
  validityType_dictText: null,
  selfRecharge_dictText: null,
  timeLimit_dictText: null,
  isActive_dictText: null,
  needPhoto_dictText: null,
}
const recharge = (given: object): Offer => ({
  kind: 'recharge',
  rule: {
    ...place,
    ...texts,
    roleName: '充 500 送 50',
    name: '',
    amountType: 'fixed',
    salesMethod: 'storedValue',
    recharge: 500,
    price: 500,
    give: 50,
    integral: 0,
    frequency: 0,
    projectType: 'currency',
    laps: 0,
    validityType: 'fixedDays',
    validDays: 30,
    validDate: null,
    memberLevel: '',
    giftId: '',
    giftCount: 0,
    giftName: '',
    selfRecharge: 'NO',
    timeLimit: 'NO',
    limitBegin: null,
    limitEnd: null,
    isActive: 'YES',
    ...given,
  },
})
const card = (given: object): Offer => ({
  kind: 'card',
  rule: {
    ...place,
    ...texts,
    roleName: '月卡',
    changwanDays: 30,
    counts: -1,
    projectType: 'currency',
    price: 699,
    needPhoto: 'NO',
    isActive: 'YES',
    ...given,
  },
})
// Only the wallets matter here.
const member = (given: object) =>
  ({ balance: 12.5, give: 0, integral: 7, laps: 0, projects: [], ...given }) as unknown as Member

describe('the wallets after a recharge', () => {
  it('are the old value plus the gain, for each wallet that gains', () => {
    const offer = recharge({ integral: 3, frequency: 2 })
    const project = {
      projectType: 'currency',
      frequency: 4,
      isChangWan: 'NO',
      changwanName: '',
      changWanEndTime: null,
      changwanCount: 0,
    }
    const { rows, until } = outlookOf(offer, null, member({ projects: [project] }), CLOCK)
    expect(rows.map(({ name, before, gain, after }) => [name, before, gain, after])).toEqual([
      ['wallet.balance', 1250, 50_000, 51_250],
      ['wallet.give', 0, 5000, 5000],
      ['wallet.integral', 7, 3, 10],
      ['wallet.frequency', 4, 2, 6],
    ])
    expect(until).toBe('2026-05-31')
  })

  it('start at zero for a new member, and need an amount where it is free', () => {
    const offer = recharge({ amountType: 'custom', recharge: 50, price: 0 })
    expect(priceOf(offer, null)).toBeNull()
    expect(offerRefusal(offer, null, null, CLOCK.now)?.code).toBe('recharge.amountNeeded')
    expect(offerRefusal(offer, 49.99, null, CLOCK.now)?.code).toBe('recharge.amountTooLow')
    expect(offerRefusal(offer, 50, null, CLOCK.now)).toBeNull()
    expect(outlookOf(offer, 88.8, null, CLOCK).rows[0]).toMatchObject({ before: 0, gain: 8880, after: 8880 })
  })

  it('extend a card of the same kind, and refuse another kind with the reason', () => {
    const held = {
      projectType: 'currency',
      frequency: 0,
      isChangWan: 'YES',
      changwanName: '旧卡',
      changWanEndTime: '2026-05-12 00:00:00',
      changwanCount: -1,
    }
    const who = member({ projects: [held] })
    expect(outlookOf(card({}), null, who, CLOCK).card).toMatchObject({
      until: new Date('2026-06-10T16:00:00Z'),
      isLonger: true,
    })
    expect(outlookOf(card({}), null, null, CLOCK).card).toMatchObject({
      until: new Date('2026-05-31T16:00:00Z'),
      isLonger: false,
    })
    expect(offerRefusal(card({ counts: 10 }), null, who, CLOCK.now)?.code).toBe('recharge.cardDiffers')
  })
})
