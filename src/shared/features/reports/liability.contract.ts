import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { Amount } from '#shared/core/money.ts'
import { onScreen, route, textFilter } from '#shared/core/route.ts'
import { Day, WireTime } from '#shared/core/time.ts'

/** How long ago value was sold or given. */
export const ages = ['days30', 'days90', 'days180', 'year', 'older'] as const
/** When it ends; `ended`: it has, and open orders hold it or the books are about to be told. */
export const ends = ['ended', 'days30', 'days90', 'year', 'later', 'never'] as const

/** Paid and gift balance. */
const Both = z.object({ balance: Amount, give: Amount })
export type PaidAndGift = z.infer<typeof Both>

const Owed = Both.extend({
  /** Of both, what open orders have reserved. */
  held: Amount,
  integral: z.number().int(),
  laps: familyField(z.number().int()),
  frequency: z.number().int(),
  /** Unlimited cards that can be used. */
  cards: z.number().int(),
  ages: z.array(Both.extend({ age: z.enum(ages) })),
  ends: z.array(Both.extend({ end: z.enum(ends) })),
})
export type Owed = z.infer<typeof Owed>

export const Liability = z.object({
  takenTime: WireTime,
  total: Owed,
  stores: z.array(Owed.extend({ sysOrgCode: z.string(), sysOrgCode_dictText: z.string() })),
  /** How it came from what was owed before the first day to what was owed after the last one. */
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
  /** The first and the last day of the movement; left out: this month's. */
  from: Day.optional(),
  until: Day.optional(),
  sysOrgCode: textFilter(),
})

/** What the stores owe their members: value that was sold or given and not used yet. */
export const liability = onScreen('liability', {
  query: route({
    method: 'GET',
    path: '/report/sysLiability/query',
    summary: 'What is owed to members now, paid and gift, by age and end, for each store; and how it came to that',
    access: 'liability:list',
    lane: 'lists',
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
