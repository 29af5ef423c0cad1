import type { RadarMeasure } from '#shared/features/reports/loss-radar.calc.ts'

interface RadarList {
  /** The page's address, and what it is asked for there. */
  path: string
  filters: Record<string, string>
}

/** The list in which one sees what a figure of the radar is made of: of one person, in these days. */
export function radarList(
  measure: RadarMeasure,
  name: string,
  { from, until }: { from: string; until: string },
): RadarList {
  const made = { createTime_begin: from, createTime_end: until }
  const opened = { openTime_begin: from, openTime_end: until, cashierName: name }
  switch (measure) {
    case 'refunds':
      return { path: '/refund/sysRefundList', filters: { ...made, operatorName: name } }
    case 'discounts':
      return { path: '/apply/sysApplyList', filters: made }
    case 'cancels':
      return { path: '/playbeforepay/sysPlayBeforePayList', filters: { ...made, playState: 'CANCELLED' } }
    case 'escaped':
      return { path: '/playbeforepay/sysPlayBeforePayList', filters: { ...made, playState: 'ESCAPED' } }
    case 'voids':
      return { path: '/consume/sysConsumeList', filters: { ...made, payState: 'closed' } }
    case 'tests':
      return { path: '/consume/sysConsumeList', filters: { ...made, consumeType: 'TESTCARD' } }
    case 'short':
    case 'over':
    case 'cashOut':
      return { path: '/shift/sysShiftList', filters: opened }
  }
}
