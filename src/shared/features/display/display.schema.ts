import { z } from 'zod'
import { Day } from '#shared/core/time.ts'

export const YesNo = z.enum(['YES', 'NO'])

const DayOrNone = z.union([z.literal(''), Day])

/** The days on which something is shown; empty: without a beginning or an end. */
export const periodFields = { startDate: DayOrNone, endDate: DayOrNone }

export const periodMarks = {
  startDate: { kind: 'date', label: 'promo.startDate', sort: true },
  endDate: { kind: 'date', label: 'promo.endDate', sort: true },
} as const
