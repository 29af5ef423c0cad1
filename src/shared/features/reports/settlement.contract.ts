import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { Amount } from '#shared/core/money.ts'
import { onScreen, route, textFilter } from '#shared/core/route.ts'
import { Day } from '#shared/core/time.ts'

/** What rides took of members' value, less what was given back. */
const Owed = z.object({
  balance: Amount,
  give: Amount,
  integral: z.number().int(),
  laps: familyField(z.number().int()),
  coins: z.number().int(),
  frequency: z.number().int(),
  /** Uses of unlimited cards. */
  unlimited: z.number().int(),
  /** Rides charged, also those that were refunded. */
  charges: z.number().int(),
})
export type SettlementOwed = z.infer<typeof Owed>

/** The store whose members rode, which owes, and the store of the rides, to which it is owed. */
const Pair = z.object({
  homeOrgCode: z.string(),
  homeOrgCode_dictText: z.string(),
  rideOrgCode: z.string(),
  rideOrgCode_dictText: z.string(),
})

export const Settlement = z.object({
  from: Day,
  until: Day,
  pairs: z.array(Pair.extend(Owed.shape)),
  /** The same by business day of the store of the rides, the newest first. */
  days: z.array(Pair.extend({ day: Day }).extend(Owed.shape)),
  total: Owed,
})
export type Settlement = z.infer<typeof Settlement>

const query = z.object({
  /** First and last day; default: the current month. */
  from: Day.optional(),
  until: Day.optional(),
  /** Pairs with this store. */
  sysOrgCode: textFilter(),
})

/** What the stores of a chain owe each other for rides of their members. */
export const settlement = onScreen('settlement', {
  query: route({
    method: 'GET',
    path: '/report/sysSettlement/query',
    summary:
      'What the stores of chains owe each other for rides of their members, by pair of stores and by day; moves no value',
    access: 'settlement:list',
    lane: 'lists',
    standby: 'dated',
    query,
    result: Settlement,
  }),
  exportXls: route({
    method: 'GET',
    path: '/report/sysSettlement/exportXls',
    summary: 'The same by day as a workbook',
    access: 'settlement:export',
    lane: 'workbooks',
    query,
    result: z.null(),
    answers: 'file',
  }),
})
