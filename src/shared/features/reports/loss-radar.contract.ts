import { z } from 'zod'
import { Amount } from '#shared/core/money.ts'
import { onScreen, route, textFilter } from '#shared/core/route.ts'
import { Day } from '#shared/core/time.ts'
import { radarMeasures } from './loss-radar.calc.ts'

/** Longest period of a report, in days. */
export const MAX_RADAR_DAYS = 92

const query = z.object({
  /** First and last business day; default: the last seven. */
  from: Day.optional(),
  until: Day.optional(),
  sysOrgCode: textFilter(),
})

export const LossRadar = z.object({
  from: Day,
  until: Day,
  /** The hour at which the business day begins, and the time zone, of the first store. */
  dayStartHour: z.number().int(),
  timeZone: z.string(),
  /** The chosen store; empty: all. */
  sysOrgCode: z.string(),
  people: z.array(
    z.object({
      userId: z.string(),
      realname: z.string(),
      /** Opportunities in the period: orders, started rides, counted shifts. */
      orders: z.number().int(),
      starts: z.number().int(),
      shifts: z.number().int(),
      figures: z.array(
        z.object({
          measure: z.enum(radarMeasures),
          count: z.number().int(),
          amount: Amount,
          /** Expected count; null if there is too little data to compare. */
          expected: z.number().nullable(),
          against: z.enum(['colleagues', 'before', 'nothing']),
          isUnusual: z.boolean(),
        }),
      ),
    }),
  ),
})
export type LossRadar = z.infer<typeof LossRadar>

/** Refunds, gifts, cancellations and shortages per user, with unusual counts marked. */
export const lossRadar = onScreen('radar', {
  query: route({
    method: 'GET',
    path: '/report/sysLossRadar/query',
    summary:
      'The loss indicators of each person over some days, compared with the usual values; the most unusual first',
    access: 'lossradar:list',
    lane: 'lists',
    standby: 'dated',
    query,
    result: LossRadar,
  }),
  exportXls: route({
    method: 'GET',
    path: '/report/sysLossRadar/exportXls',
    summary: 'The same as a workbook',
    access: 'lossradar:export',
    lane: 'workbooks',
    query,
    result: z.null(),
    answers: 'file',
  }),
})
