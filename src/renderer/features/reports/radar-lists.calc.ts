import type { RadarMeasure } from '#shared/features/reports/loss-radar.calc.ts'

interface RadarList {
  /** The path of the list and its filters. */
  path: string
  filters: Record<string, string>
}

/** The list behind an indicator for one user and these days. */
export function radarList(
  measure: RadarMeasure,
  name: string,
  { from, until }: { from: string; until: string },
): RadarList {
  const made = { createTime_begin: from, createTime_end: until }
  const opened = { openTime_begin: from, openTime_end: until, cashierName: name }
  switch (measure) {
    case 'refunds':
      return { path: '/refund/sysRefundList', filters: { ...made, staffName: name, voids: 'false' } }
    case 'voided':
      return { path: '/refund/sysRefundList', filters: { ...made, staffName: name, voids: 'true' } }
    case 'discounts':
      return { path: '/apply/sysApplyList', filters: { ...made, applyState: '1', applicantName: name } }
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
      return { path: '/consume/sysConsumeList', filters: { ...made, consumeType: 'TESTCARD', staffName: name } }
    case 'short':
    case 'over':
    case 'cashOut':
      return { path: '/shift/sysShiftList', filters: opened }
    case 'lateCoins':
      return { path: '/coin/sysCoinOutputList', filters: { ...made, lateCounted_begin: '1', staffName: name } }
    case 'outside':
      return { path: '/shift/sysShiftList', filters: { openTime_begin: from, openTime_end: until } }
  }
}
