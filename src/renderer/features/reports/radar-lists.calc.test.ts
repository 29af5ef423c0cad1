import { expect, it } from 'vitest'
import { type RadarMeasure, radarMeasures } from '#shared/features/reports/loss-radar.calc.ts'
import { radarList } from './radar-lists.calc.ts'

const counted = {
  from: '2026-03-02',
  until: '2026-03-03',
  dayStartHour: 6,
  timeZone: 'Asia/Shanghai',
  sysOrgCode: 'A01A02',
}
const filtersOf = (measure: RadarMeasure, more = {}) => radarList(measure, '王晓', { ...counted, ...more }).filters

it('opens lists of the business days and the store that were counted', () => {
  for (const measure of radarMeasures) {
    const filters = filtersOf(measure)
    const of = (name: string) => Object.entries(filters).find(([field]) => field.endsWith(`Time_${name}`))?.[1]
    expect([measure, of('begin'), of('end'), filters.sysOrgCode]).toEqual([
      measure,
      '2026-03-02 06:00:00',
      '2026-03-04 05:59:59',
      'A01A02',
    ])
  }
  expect(filtersOf('refunds', { sysOrgCode: '', dayStartHour: 0 })).toEqual({
    createTime_begin: '2026-03-02',
    createTime_end: '2026-03-03',
    refundState: 'refunding,refunded',
    staffName: '王晓',
    voids: 'false',
  })
  expect(filtersOf('short')).toMatchObject({ differenceAmount_end: '-0.01', cashierName: '王晓' })
})
