import { z } from 'zod'
import { Amount } from '#shared/core/money.ts'
import { onScreen, route, textFilter } from '#shared/core/route.ts'
import { Day } from '#shared/core/time.ts'
import { radarMeasures } from './loss-radar.calc.ts'

/** The most days that are looked at together. */
export const MAX_RADAR_DAYS = 92

const query = z.object({
  /** The first and the last business day; left out: the last seven. */
  from: Day.optional(),
  until: Day.optional(),
  sysOrgCode: textFilter(),
})

export const LossRadar = z.object({
  from: Day,
  until: Day,
  people: z.array(
    z.object({
      userId: z.string(),
      realname: z.string(),
      /** Occasions in these days: orders made, rides begun, shifts counted. */
      orders: z.number().int(),
      starts: z.number().int(),
      shifts: z.number().int(),
      figures: z.array(
        z.object({
          measure: z.enum(radarMeasures),
          count: z.number().int(),
          amount: Amount,
          /** How many there would be as usual; null: too little to compare with. */
          expected: z.number().nullable(),
          against: z.enum(['colleagues', 'before', 'nothing']),
          isUnusual: z.boolean(),
        }),
      ),
    }),
  ),
})
export type LossRadar = z.infer<typeof LossRadar>

/** What each person refunded, gave away, cancelled and counted short, with what is unusual. */
export const lossRadar = onScreen('radar', {
  query: route({
    method: 'GET',
    path: '/report/sysLossRadar/query',
    summary: 'What is watched of each person in some days, beside what is usual; who stands out most comes first',
    access: 'lossradar:list',
    lane: 'lists',
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
