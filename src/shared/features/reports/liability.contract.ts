import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { Amount } from '#shared/core/money.ts'
import { onScreen, route, textFilter } from '#shared/core/route.ts'
import { Day, WireTime } from '#shared/core/time.ts'

/** Age of value since it was sold or given. */
export const ages = ['days30', 'days90', 'days180', 'year', 'older'] as const
/** Time to expiry. `ended`: expired, but held by open orders or not yet written off. */
export const ends = ['ended', 'days30', 'days90', 'year', 'later', 'never'] as const

/** Paid and gift balance. */
const Both = z.object({ balance: Amount, give: Amount })
export type PaidAndGift = z.infer<typeof Both>

const Owed = Both.extend({
  /** Part of both that open orders hold. */
  held: Amount,
  integral: z.number().int(),
  laps: familyField(z.number().int()),
  coins: z.number().int(),
  frequency: z.number().int(),
  /** Usable unlimited cards. */
  cards: z.number().int(),
  ages: z.array(Both.extend({ age: z.enum(ages) })),
  ends: z.array(Both.extend({ end: z.enum(ends) })),
})
export type Owed = z.infer<typeof Owed>

export const Liability = z.object({
  takenTime: WireTime,
  total: Owed,
  stores: z.array(Owed.extend({ sysOrgCode: z.string(), sysOrgCode_dictText: z.string() })),
  /** Movement of the liability from before the first day to after the last one. */
  movement: z.object({
    from: Day,
    until: Day,
    before: Both,
    causes: z.array(Both.extend({ causeKind: z.string() })),
    after: Both,
  }),
})
export type Liability = z.infer<typeof Liability>

const query = z.object({
  /** First and last day of the movement; default: the current month. */
  from: Day.optional(),
  until: Day.optional(),
  sysOrgCode: textFilter(),
})

/** The stores' liability to members: value that was sold or given and is not used yet. */
export const liability = onScreen('liability', {
  query: route({
    method: 'GET',
    path: '/report/sysLiability/query',
    summary: 'The liability to members of each store now, paid and gift, by age and expiry, with its changes',
    access: 'liability:list',
    lane: 'lists',
    standby: 'dated',
    query,
    result: Liability,
  }),
  exportXls: route({
    method: 'GET',
    path: '/report/sysLiability/exportXls',
    summary: 'The same as a workbook',
    access: 'liability:export',
    lane: 'workbooks',
    query,
    result: z.null(),
    answers: 'file',
  }),
})
