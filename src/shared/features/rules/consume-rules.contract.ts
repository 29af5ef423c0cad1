import { z } from 'zod'
import { crudRoutes, entity, listedRow, resource, undoRoutes } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { choiceFilter, pickerQuery, route, textFilter } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import {
  ConsumeRule,
  ConsumeType,
  consumeRuleFields,
  consumeRuleMarks,
  newConsumeRule,
} from './consume-rules.schema.ts'
import { orderRoutes, withDefaults } from './rules.schema.ts'

export { AmountType, ConsumeRule, ConsumeType, PriceMode, ToolType, UseMode } from './consume-rules.schema.ts'
export { UNLIMITED } from './rules.schema.ts'

/** A rule with its uses so far, so that a counter can show in advance why a start would be refused. */
export const OfferedRule = ConsumeRule.extend({
  /** Name of the required level; empty: none. */
  memberLevel_dictText: z.string().default(''),
  /** The required level and those above it; empty if none is required. */
  memberLevels: z.array(z.string()).default([]),
  /** Levels with a discount on this rule, in percent. */
  levelDiscounts: z.array(z.object({ level: z.string(), percent: z.number().int().min(0).max(100) })).default([]),
  /** The business day of these uses (`yyyy-MM-dd`); empty from an older version. */
  businessDay: z.string().default(''),
  /** Uses on that day if a daily limit applies, else 0. */
  usedToday: z.number().int().default(0),
  /** Uses by the requested member, in total and on that day, if a limit per member applies, else 0. */
  memberUsed: z.number().int().default(0),
  memberUsedToday: z.number().int().default(0),
})
export type OfferedRule = z.infer<typeof OfferedRule>

/** Fields whose values have dictionary texts. */
export const ruleDictionaries = {
  consumeTypeRole: 'consume_type',
  priceMode: 'price_mode',
  consumeMode: 'use_mode',
  toolType: 'tool_type',
  amountType: 'amount_type',
  memberDay: 'weekday',
} as const

/** A rule in lists, with texts such as `priceMode_dictText` in the caller's language. */
const ListedRule = listedRow(OfferedRule, ruleDictionaries)

const ruleQuery = pickerQuery(
  ['indexNumber'],
  {
    consumeTypeRole: choiceFilter(ConsumeType),
    consumeRoleName: textFilter(64),
    toolType: textFilter(64),
    memberLevel: textFilter(64),
    sysOrgCode: textFilter(64),
    /** YES: the rules of coin output, which start no ride; otherwise those that start rides. */
    sellsCoins: choiceFilter(YesNo),
  },
  { column: 'indexNumber', order: 'asc' },
)

/** With a member: only rules for the member's store and level, each with the member's uses. */
const memberQuery = ruleQuery.extend({ userId: textFilter(32) })

/** Consume rules as managers edit them. */
export const consumeRuleResource = resource({
  path: '/consumerole/sysDepartConsumeRole',
  permission: 'consumerule',
  noun: 'consume rules',
  entity: entity(
    consumeRuleFields.extend({
      // Older rules may have other names here.
      toolType: z.string(),
      indexNumber: z.number().int(),
      sysOrgCode: z.string(),
      sysOrgCode_dictText: z.string().nullable(),
      projectType_dictText: z.string().nullable(),
    }),
  ),
  create: withDefaults(consumeRuleFields, newConsumeRule).extend({
    /** Code of the rule's store; default: the current store. */
    sysOrgCode: exact(64).optional(),
  }),
  update: consumeRuleFields,
  ...fieldsOf(consumeRuleMarks),
  sort: ['indexNumber', 'consumeRoleName', 'consumeTypeRole', 'toolType', 'price', 'isActive', 'createTime'],
  order: { column: 'indexNumber', order: 'asc' },
})

export const consumeRuleSheet: Sheet = { title: 'sheet.consumeRule', columns: sheetColumnsOf(consumeRuleMarks) }

/** Kind of venue; `addTemplates` creates typical rules for it. */
export const VenueKind = z.enum(['kart', 'simulator', 'kids'])
export type VenueKind = z.infer<typeof VenueKind>

/** Consume rules for managers and for counters (spec §7 Consume). */
export const consumeRules = {
  ...crudRoutes(consumeRuleResource),
  ...undoRoutes(consumeRuleResource),
  ...excelRoutes(consumeRuleResource),
  ...orderRoutes(consumeRuleResource),
  addTemplates: route({
    labels: { kind: 'rules.venueKind', sysOrgCode: 'records.store' },
    method: 'POST',
    path: '/consumerole/sysDepartConsumeRole/addTemplates',
    summary: 'Adds the rule templates of a kind of venue; rules whose names exist stay as they are',
    access: 'consumerule:add',
    body: z.object({ kind: VenueKind, sysOrgCode: exact(64).optional() }),
    /** Names of the added rules. */
    result: z.object({ consumeRules: z.array(z.string()), rechargeRules: z.array(z.string()) }),
    message: 'message.rules.templatesAdded',
    idempotent: {},
  }),
  listActive: route({
    method: 'GET',
    path: '/consume/sysConsume/consumerolelistpc',
    summary: 'Active consume rules of the stores in scope for guests and members, by indexNumber',
    access: 'rule:search',
    lane: 'counter',
    query: ruleQuery,
    result: pageOf(ListedRule),
  }),
  listForMember: route({
    method: 'GET',
    path: '/consume/sysConsume/consumerolelistpcbymember',
    summary: 'Active consume rules of one consume type that can charge a member',
    access: 'rule:search',
    lane: 'counter',
    query: memberQuery,
    result: pageOf(ListedRule),
  }),
  listForMemberOfStore: route({
    method: 'GET',
    path: '/consume/sysConsume/consumerolelistpcbymemberorg',
    summary: 'The same for one store in scope, such as the store of a play record',
    access: 'rule:search',
    lane: 'counter',
    query: memberQuery.extend({ sysOrgCode: exact(64, 1) }),
    result: pageOf(ListedRule),
  }),
}

export type ManagedConsumeRule = z.output<(typeof consumeRules)['queryById']['result']>
