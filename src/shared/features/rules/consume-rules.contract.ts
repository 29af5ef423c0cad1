import { z } from 'zod'
import { listedRow } from '#shared/core/crud.ts'
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

export const PriceMode = z.enum(['one', 'every'])
/** Whether a session by the rule begins at once, waits in line, or may do either. */
export const UseMode = z.enum(['immediate', 'lineup', 'both'])
/** The tool of the counter that a rule is for; TONGYONG is any. */
export const ToolType = z.enum(['TONGYONG', 'BALANCE', 'INTEGRAL', 'COIN', 'GIFT', 'GROUP', 'CARD', 'FACE'])
/** `LIMIT`: the limits of uses bind. */
export const AmountType = z.enum(['ALL', 'LIMIT'])
export const YesNo = z.enum(['YES', 'NO'])

/** Of a limit, of a code's uses and of its minutes: no limit. */
export const UNLIMITED = -1

/**
 * What a session costs and lasts (spec §3 consume rule). What came later than the first snapshots of terminals has a default, so that
 * one which was kept before still reads.
 */
export const ConsumeRule = z.object({
  id: z.string(),
  sysOrgCode: z.string(),
  consumeRoleName: z.string(),
  consumeTypeRole: ConsumeType,
  toolType: z.string(),
  projectType: z.string(),
  /** `one` charges once whatever the number of people. */
  muiltMode: PriceMode,
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
  consumeMode: UseMode.default('both'),
  /** YES: a wristband label for each person, `braceletCount` each, and an immediate start. */
  useBracelet: YesNo.default('NO'),
  braceletCount: z.number().int().default(0),
  amountType: AmountType.default('ALL'),
  dayLimitCount: z.number().int().default(UNLIMITED),
  memberLimitCount: z.number().int().default(UNLIMITED),
  /** The weekdays on which it is offered, joined by commas, 1 for Monday; none: every day. */
  memberDay: z.string().default(''),
  memberDayLimitCount: z.number().int().default(UNLIMITED),
  /** YES: a photograph of the racer is taken before the start. */
  gatherFace: YesNo.default('NO'),
  /** Experience that a member gains by it. */
  cuExp: z.number().int().default(0),
  isRanking: YesNo.default('YES'),
  /** Of a coupon's code: how often it may be used, and for how many minutes once it was. */
  codeCount: z.number().int().default(1),
  codeMinutes: z.number().int().default(UNLIMITED),
  coinPrice: Amount.default(0),
  coinCount: z.number().int().default(0),
  couponValue: Amount.default(0),
  platformProductId: z.string().default(''),
})
export type ConsumeRule = z.infer<typeof ConsumeRule>

/** A rule as a counter offers it: with what is known of its uses, so that it can say beforehand why a start would be refused. */
export const OfferedRule = ConsumeRule.extend({
  /** The name of the level that it asks for; empty: it asks for none. */
  memberLevel_dictText: z.string().default(''),
  /** The levels whose members may use it, where it asks for one: its own and those above. */
  memberLevels: z.array(z.string()).default([]),
  /** The store's business day (`yyyy-MM-dd`) that these uses are of; empty where an older version did not say. */
  businessDay: z.string().default(''),
  /** Uses of that day, where a daily limit binds; 0 otherwise. */
  usedToday: z.number().int().default(0),
  /** Uses by the member that was asked about, ever and on that day, where a limit per member binds; 0 otherwise. */
  memberUsed: z.number().int().default(0),
  memberUsedToday: z.number().int().default(0),
})
export type OfferedRule = z.infer<typeof OfferedRule>

/** Fields whose values have names. */
export const ruleDictionaries = {
  consumeTypeRole: 'consume_type',
  muiltMode: 'price_mode',
  consumeMode: 'use_mode',
  toolType: 'tool_type',
  amountType: 'amount_type',
  memberDay: 'weekday',
} as const

/** A rule as lists answer it, with `muiltMode_dictText` and its like in the reader's language. */
const ListedRule = listedRow(OfferedRule, ruleDictionaries)

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

/** With a member: only rules of this member's store and level, each with how often the member has used it. */
const memberQuery = ruleQuery.extend({ userId: textFilter(32) })

/** The rules a counter offers (spec §7 Consume). */
export const consumeRules = {
  consumerolelistpc: route({
    method: 'GET',
    path: '/consume/sysConsume/consumerolelistpc',
    summary: 'Active rules of the stores in scope by indexNumber, for guests and members',
    access: 'rule:search',
    lane: 'counter',
    query: ruleQuery,
    result: pageOf(ListedRule),
  }),
  consumerolelistpcbymember: route({
    method: 'GET',
    path: '/consume/sysConsume/consumerolelistpcbymember',
    summary: 'Active rules that a member can be charged by, of one consume type',
    access: 'rule:search',
    lane: 'counter',
    query: memberQuery,
    result: pageOf(ListedRule),
  }),
  consumerolelistpcbymemberorg: route({
    method: 'GET',
    path: '/consume/sysConsume/consumerolelistpcbymemberorg',
    summary: 'The same of one store in scope, such as the one where a record was started',
    access: 'rule:search',
    lane: 'counter',
    query: memberQuery.extend({ sysOrgCode: exact(64, 1) }),
    result: pageOf(ListedRule),
  }),
}
