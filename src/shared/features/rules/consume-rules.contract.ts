import { z } from 'zod'
import { crudRoutes, entity, listedRow, resource } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { choiceFilter, pickerQuery, route, textFilter } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import {
  ConsumeRule,
  ConsumeType,
  consumeRuleFields,
  consumeRuleMarks,
  newConsumeRule,
} from './consume-rules.schema.ts'
import { orderRoutes, withDefaults } from './rules.schema.ts'

export { AmountType, ConsumeRule, ConsumeType, PriceMode, ToolType, UseMode } from './consume-rules.schema.ts'
export { UNLIMITED, YesNo } from './rules.schema.ts'

/** A rule as a counter offers it: with what is known of its uses, so that it can say beforehand why a start would be refused. */
export const OfferedRule = ConsumeRule.extend({
  /** The name of the level that it asks for; empty: it asks for none. */
  memberLevel_dictText: z.string().default(''),
  /** The levels whose members may use it, where it asks for one: its own and those above. */
  memberLevels: z.array(z.string()).default([]),
  /** The levels that take something off its price, and how many percent. */
  levelDiscounts: z.array(z.object({ level: z.string(), percent: z.number().int().min(0).max(100) })).default([]),
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

/** What sessions cost and last, as managers keep it. */
export const consumeRuleResource = resource({
  path: '/consumerole/sysDepartConsumeRole',
  permission: 'consumerule',
  noun: 'consume rules',
  entity: entity(
    consumeRuleFields.extend({
      // Rules that were there before have tools of other names.
      toolType: z.string(),
      indexNumber: z.number().int(),
      sysOrgCode: z.string(),
      sysOrgCode_dictText: z.string().nullable(),
      projectType_dictText: z.string().nullable(),
    }),
  ),
  create: withDefaults(consumeRuleFields, newConsumeRule).extend({
    /** Of the store that it is for; left out: the one worked in. */
    sysOrgCode: exact(64).optional(),
  }),
  update: consumeRuleFields,
  ...fieldsOf(consumeRuleMarks),
  sort: ['indexNumber', 'consumeRoleName', 'consumeTypeRole', 'toolType', 'price', 'isActive', 'createTime'],
  order: { column: 'indexNumber', order: 'asc' },
})

export const consumeRuleSheet: Sheet = { title: 'sheet.consumeRule', columns: sheetColumnsOf(consumeRuleMarks) }

/** What a venue mostly runs; `addTemplates` begins with rules for it. */
export const VenueKind = z.enum(['kart', 'simulator', 'kids'])
export type VenueKind = z.infer<typeof VenueKind>

/** The rules that managers keep, and those that a counter offers (spec §7 Consume). */
export const consumeRules = {
  ...crudRoutes(consumeRuleResource),
  ...excelRoutes(consumeRuleResource),
  ...orderRoutes(consumeRuleResource),
  addTemplates: route({
    labels: { kind: 'rules.venueKind', sysOrgCode: 'records.store' },
    method: 'POST',
    path: '/consumerole/sysDepartConsumeRole/addTemplates',
    summary: 'Begins a store with rules of a kind of venue; those whose names it has already are left as they are',
    access: 'consumerule:add',
    body: z.object({ kind: VenueKind, sysOrgCode: exact(64).optional() }),
    /** The names of what was added. */
    result: z.object({ consumeRules: z.array(z.string()), rechargeRules: z.array(z.string()) }),
    message: 'message.rules.templatesAdded',
    idempotent: {},
  }),
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

export type ManagedConsumeRule = z.output<(typeof consumeRules)['queryById']['result']>
