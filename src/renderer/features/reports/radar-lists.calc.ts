import type { RadarMeasure } from '#shared/features/reports/loss-radar.calc.ts'
import type { LossRadar } from '#shared/features/reports/loss-radar.contract.ts'
import { timeFilter } from '#shared/features/statistics/figure-links.calc.ts'

/** Refused refunds and closed test drives are not counted. */
const ofRefunds = { refundState: 'refunding,refunded' } as const
const ofTests = { consumeType: 'TESTCARD', payState: 'nopay,paid,refunding,refunded' } as const

interface RadarList {
  /** The path of the list and its filters. */
  path: string
  filters: Record<string, string>
}

/** What a radar was counted over. */
type Counted = Pick<LossRadar, 'from' | 'until' | 'dayStartHour' | 'timeZone' | 'sysOrgCode'>

/** The list behind an indicator of a user: the same business days and stores, and where a list can tell them, the same rows. */
export function radarList(measure: RadarMeasure, name: string, counted: Counted): RadarList {
  const { path, filters } = listOf(measure, name, (field) => timeFilter(field, counted, counted))
  return { path, filters: counted.sysOrgCode ? { ...filters, sysOrgCode: counted.sysOrgCode } : filters }
}

function listOf(measure: RadarMeasure, name: string, days: (field: string) => Record<string, string>): RadarList {
  const made = days('createTime')
  const opened = { ...days('openTime'), cashierName: name }
  switch (measure) {
    case 'refunds':
      return { path: '/refund/sysRefundList', filters: { ...made, ...ofRefunds, staffName: name, voids: 'false' } }
    case 'voided':
      return { path: '/refund/sysRefundList', filters: { ...made, ...ofRefunds, staffName: name, voids: 'true' } }
    case 'discounts':
      // The value is given when the application is decided.
      return { path: '/apply/sysApplyList', filters: { ...days('updateTime'), applyState: '1', applicantName: name } }
    case 'cancels':
      return { path: '/playbeforepay/sysPlayBeforePayList', filters: { ...made, cancelledBy: name } }
    case 'escaped':
      return {
        path: '/playbeforepay/sysPlayBeforePayList',
        filters: { ...made, playState: 'ESCAPED', staffName: name },
      }
    case 'voids':
      return { path: '/consume/sysConsumeList', filters: { ...made, payState: 'closed', staffName: name } }
    case 'tests':
      return { path: '/consume/sysConsumeList', filters: { ...made, ...ofTests, staffName: name } }
    case 'short':
      return { path: '/shift/sysShiftList', filters: { ...opened, differenceAmount_end: '-0.01' } }
    case 'over':
      return { path: '/shift/sysShiftList', filters: { ...opened, differenceAmount_begin: '0.01' } }
    case 'cashOut':
      return { path: '/shift/sysShiftList', filters: opened }
    case 'lateCoins':
      return { path: '/coin/sysCoinOutputList', filters: { ...made, lateCounted_begin: '1', staffName: name } }
    case 'outside':
      return { path: '/shift/sysShiftList', filters: days('openTime') }
  }
}
