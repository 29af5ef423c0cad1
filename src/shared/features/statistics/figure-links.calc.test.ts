import { describe, expect, it } from 'vitest'
import { linkOf, timeFilter } from './figure-links.calc.ts'

const DAYS = { from: '2026-03-02', until: '2026-03-04' }
const now = { recharges: 0, rechargeOrders: 0 }
const usual = { timeZone: 'Asia/Shanghai', dayStartHour: 0, days: DAYS, name: '标准卡丁', now } as const

describe('the list behind a figure', () => {
  it('covers the same days, as calendar days or as hours of a store that closes after midnight', () => {
    expect(timeFilter('createTime', DAYS, usual)).toEqual({
      createTime_begin: '2026-03-02',
      createTime_end: '2026-03-04',
    })
    const late = { ...usual, dayStartHour: 6 }
    expect(timeFilter('createTime', DAYS, late)).toEqual({
      createTime_begin: '2026-03-02 06:00:00',
      createTime_end: '2026-03-05 05:59:59',
    })
    const one = { from: '2026-03-02', until: '2026-03-02' }
    expect(timeFilter('startTime', one, late, 1)).toEqual({
      startTime_begin: '2026-03-03 01:00:00',
      startTime_end: '2026-03-03 01:59:59',
    })
    // Wire times are in Shanghai time for every store.
    expect(timeFilter('createTime', one, { timeZone: 'Europe/London', dayStartHour: 0 })).toEqual({
      createTime_begin: '2026-03-02 08:00:00',
      createTime_end: '2026-03-03 07:59:59',
    })
  })

  it('filters by the group of the figure', () => {
    const of = (by: 'day' | 'type' | 'rule' | 'cashier' | 'vehicle' | 'store', key: string) => ({ ...usual, by, key })
    expect(linkOf('revenue', of('day', '2026-03-03'))?.filters).toEqual({
      createTime_begin: '2026-03-03',
      createTime_end: '2026-03-03',
    })
    expect(linkOf('consumption', of('type', 'QUAN'))).toMatchObject({
      page: 'consume/SysConsumeList',
      filters: { consumeType: 'QUAN' },
    })
    expect(linkOf('revenue', of('type', 'CARD'))).toMatchObject({
      page: 'memberrecharge/SysMemberRechargeList',
      filters: { rechargeKind: 'card' },
    })
    expect(linkOf('orders', of('rule', 'id'))?.filters).toMatchObject({ consumeRoleName: '标准卡丁' })
    expect(linkOf('orders', of('cashier', 'id'))?.filters).toMatchObject({ staffName: '标准卡丁' })
    expect(linkOf('sessions', of('vehicle', 'id'))?.filters).toMatchObject({ vehicleId: 'id' })
    expect(linkOf('refunded', of('store', 'A01A01'))).toMatchObject({
      page: 'refund/SysRefundList',
      filters: { sysOrgCode: 'A01A01', payWay: 'cash,scan' },
    })
    expect(linkOf('consumption', of('vehicle', 'id'))).toMatchObject({
      page: 'consume/SysConsumeList',
      filters: { vehicleId: 'id' },
    })
    expect(linkOf('consumption', of('vehicle', ''))).toBeNull()
    // An hour of several days is not one time range.
    expect(linkOf('revenue', { ...usual, by: 'hour', key: '10' })).toBeNull()
  })

  it('is that of recharges for the rule of a recharge', () => {
    const sold = {
      ...usual,
      by: 'rule',
      key: 'id',
      name: '充 500',
      now: { recharges: 500, rechargeOrders: 1 },
    } as const
    const link = { page: 'memberrecharge/SysMemberRechargeList', filters: { roleName: '充 500' } }
    expect(linkOf('revenue', sold)).toMatchObject(link)
    // Sold and returned in the same days.
    expect(linkOf('cash', { ...sold, now: { recharges: 0, rechargeOrders: 1 } })).toMatchObject(link)
  })

  it('is none where no list has these rows only', () => {
    for (const key of ['PRODUCT', 'EVENT', 'COINOUT', 'BOOKING', ''])
      expect([key, linkOf('consumption', { ...usual, by: 'type', key })]).toEqual([key, null])
    for (const by of ['rule', 'cashier'] as const) {
      expect(linkOf('consumption', { ...usual, by, key: '', name: '' })).toBeNull()
      expect(linkOf('consumption', { ...usual, by, key: 'id', name: '' })).toBeNull()
    }
    expect(linkOf('refunded', { ...usual, by: 'rule', key: '', name: '' })).toBeNull()
  })
})
