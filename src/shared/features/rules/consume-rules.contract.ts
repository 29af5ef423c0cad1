import { z } from 'zod'
import { pageOf } from '#shared/core/envelope.ts'
import { Amount } from '#shared/core/money.ts'
import { choiceFilter, pickerQuery, route, textFilter } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'

export const ConsumeType = z.enum([
  'BALANCE',
  'FREQUENCY',
  'INTEGRAL',
  'BALANCEANDINTEGRAL',
  'GROUPCOUPON',
  'QUAN',
  'NOCARDCONSUME',
  'PLAYFREELY',
  'TESTCARD',
])
export type ConsumeType = z.infer<typeof ConsumeType>

/** What a session costs and lasts (spec §3 consume rule). */
export const ConsumeRule = z.object({
  id: z.string(),
  sysOrgCode: z.string(),
  consumeRoleName: z.string(),
  consumeTypeRole: ConsumeType,
  toolType: z.string(),
  projectType: z.string(),
  /** `one` charges once whatever the number of people. */
  muiltMode: z.enum(['one', 'every']),
  price: Amount,
  deposit: Amount,
  integral: z.number().int(),
  frequency: z.number().int(),
  /** Minutes in timer mode; 0 means that the rule has no timer mode. */
  duration: z.number().int(),
  /** Laps in lap mode; 0 means that the rule has no lap mode. */
  countCycleNumber: z.number().int(),
  memberLevel: z.string(),
  indexNumber: z.number().int(),
})
export type ConsumeRule = z.infer<typeof ConsumeRule>

const ruleQuery = pickerQuery(
  ['indexNumber'],
  {
    consumeTypeRole: choiceFilter(ConsumeType),
    consumeRoleName: textFilter(64),
    toolType: textFilter(64),
    memberLevel: textFilter(64),
    sysOrgCode: textFilter(64),
  },
  { column: 'indexNumber', order: 'asc' },
)

/** The rules a counter offers (spec §7 Consume). */
export const consumeRules = {
  consumerolelistpc: route({
    method: 'GET',
    path: '/consume/sysConsume/consumerolelistpc',
    summary: 'Active rules of the stores in scope by indexNumber, for guests and members',
    access: 'rule:search',
    lane: 'counter',
    query: ruleQuery,
    result: pageOf(ConsumeRule),
  }),
  consumerolelistpcbymember: route({
    method: 'GET',
    path: '/consume/sysConsume/consumerolelistpcbymember',
    summary: 'Active rules that a member can be charged by, of one consume type',
    access: 'rule:search',
    lane: 'counter',
    query: ruleQuery,
    result: pageOf(ConsumeRule),
  }),
  consumerolelistpcbymemberorg: route({
    method: 'GET',
    path: '/consume/sysConsume/consumerolelistpcbymemberorg',
    summary: 'The same of one store in scope, such as the one where a record was started',
    access: 'rule:search',
    lane: 'counter',
    query: ruleQuery.extend({ sysOrgCode: exact(64, 1) }),
    result: pageOf(ConsumeRule),
  }),
}
