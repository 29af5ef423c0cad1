import { daysAfter } from '#shared/core/time.ts'
import type { ReportPeriod } from '#shared/features/custom-reports/custom-reports.schema.ts'

interface Days {
  from: string
  until: string
}

/** The days of a period on a business day; weeks begin on Monday. */
export function daysOfPeriod(period: ReportPeriod, today: string): Days {
  const monday = daysAfter(today, -((new Date(today).getUTCDay() + 6) % 7))
  const first = `${today.slice(0, 8)}01`
  switch (period) {
    case 'today':
      return { from: today, until: today }
    case 'yesterday':
      return { from: daysAfter(today, -1), until: daysAfter(today, -1) }
    case 'last7':
      return { from: daysAfter(today, -6), until: today }
    case 'last30':
      return { from: daysAfter(today, -29), until: today }
    case 'last90':
      return { from: daysAfter(today, -89), until: today }
    case 'last365':
      return { from: daysAfter(today, -364), until: today }
    case 'thisWeek':
      return { from: monday, until: today }
    case 'lastWeek':
      return { from: daysAfter(monday, -7), until: daysAfter(monday, -1) }
    case 'thisMonth':
      return { from: first, until: today }
    case 'lastMonth': {
      const last = daysAfter(first, -1)
      return { from: `${last.slice(0, 8)}01`, until: last }
    }
    case 'thisYear':
      return { from: `${today.slice(0, 4)}-01-01`, until: today }
  }
}
