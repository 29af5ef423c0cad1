import { z } from 'zod'
import { Amount } from '#shared/core/money.ts'
import { choiceFilter, route } from '#shared/core/route.ts'
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

const ruleFilter = z.object({ consumeTypeRole: choiceFilter(ConsumeType) })

/** The rules a counter offers (spec §7 Consume). */
export const consumeRules = {
  consumerolelistpc: route({
    method: 'GET',
    path: '/consume/sysConsume/consumerolelistpc',
    summary: 'Active rules of the current store by indexNumber, for guests and members',
    access: 'rule:search',
    query: ruleFilter,
    result: z.array(ConsumeRule),
  }),
  consumerolelistpcbymember: route({
    method: 'GET',
    path: '/consume/sysConsume/consumerolelistpcbymember',
    summary: 'Active rules that a member can be charged by, of one consume type',
    access: 'rule:search',
    query: ruleFilter,
    result: z.array(ConsumeRule),
  }),
  consumerolelistpcbymemberorg: route({
    method: 'GET',
    path: '/consume/sysConsume/consumerolelistpcbymemberorg',
    summary: 'The same of one store in scope, such as the one where a record was started',
    access: 'rule:search',
    query: ruleFilter.extend({ sysOrgCode: exact(64, 1) }),
    result: z.array(ConsumeRule),
  }),
}
