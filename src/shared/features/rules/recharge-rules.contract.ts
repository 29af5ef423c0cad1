import { z } from 'zod'
import { crudRoutes, entity, listedRow, resource, undoRoutes } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { familyField } from '#shared/core/family-names.ts'
import { creationMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { pickerQuery, route, textFilter } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { Count, Days, orderRoutes, Price, ProjectType, withDefaults } from './rules.schema.ts'

/** `fixed`: the rule's price. `custom`: the cashier enters the amount, at least that of the rule. */
export const RechargeAmountType = z.enum(['fixed', 'custom'])
/** `storedValue`: the paid amount is added to the balance. `listedPrice`: a package with its own price. */
export const SalesMethod = z.enum(['storedValue', 'listedPrice'])
/** Validity of the gains. */
export const ValidityType = z.enum(['fixedDays', 'fixedDate', 'forever'])

const Day = z.union([z.literal(''), z.iso.date()])

/** Price and gains of a recharge (spec §3 recharge rule). */
export const rechargeRuleFields = z.object({
  roleName: line(64, 1),
  /** Name shown to members who buy it themselves; empty: the rule's name. */
  name: line(64),
  amountType: RechargeAmountType,
  salesMethod: SalesMethod,
  /** Amount added to the paid balance; for custom amounts the minimum. */
  recharge: Price,
  /** Price; equals `recharge` unless there is a listed price. */
  price: Price,
  give: Price,
  integral: Count,
  frequency: Count,
  /** Project of the visits. */
  projectType: ProjectType,
  laps: familyField(Count),
  validityType: ValidityType,
  validDays: Days,
  validDate: Day,
  /** Level that the member gains; empty: no change. */
  memberLevel: exact(64),
  /** The gift that a paid recharge includes; empty: none. */
  giftId: z.union([z.literal(''), z.uuid()]),
  /** How many pieces of it. */
  giftCount: z.number().int().min(0).max(1000),
  selfRecharge: YesNo,
  /** YES: sold only from `limitBegin` to `limitEnd`, inclusive. */
  timeLimit: YesNo,
  limitBegin: Day,
  limitEnd: Day,
  isActive: YesNo,
})
export type RechargeRuleFields = z.infer<typeof rechargeRuleFields>

/** Default values of a new rule. */
export const newRechargeRule = {
  name: '',
  amountType: 'fixed',
  salesMethod: 'storedValue',
  recharge: 0,
  price: 0,
  give: 0,
  integral: 0,
  frequency: 0,
  projectType: 'currency',
  laps: 0,
  validityType: 'forever',
  validDays: 0,
  validDate: '',
  memberLevel: '',
  giftId: '',
  giftCount: 0,
  selfRecharge: 'NO',
  timeLimit: 'NO',
  limitBegin: '',
  limitEnd: '',
  isActive: 'YES',
} as const satisfies Partial<RechargeRuleFields>

const marks = {
  indexNumber: { kind: 'number', label: 'rules.indexNumber', sort: true },
  roleName: { kind: 'text', label: 'rechargeRule.name', sort: true, sheet: true },
  name: { kind: 'text', label: 'rechargeRule.shownName', sheet: true },
  amountType: {
    kind: 'text',
    label: 'rechargeRule.amountType',
    sort: true,
    sheet: true,
    dict: 'recharge_amount_type',
  },
  salesMethod: { kind: 'text', label: 'rechargeRule.salesMethod', sort: true, sheet: true, dict: 'sales_method' },
  recharge: { kind: 'money', label: 'rechargeRule.recharge', sort: true, sheet: true },
  price: { kind: 'money', label: 'rechargeRule.price', sort: true, sheet: true },
  give: { kind: 'money', label: 'rechargeRule.give', sheet: true },
  integral: { kind: 'number', label: 'rechargeRule.integral', sheet: true },
  frequency: { kind: 'number', label: 'rechargeRule.frequency', sheet: true },
  projectType: { kind: 'text', label: 'rules.project', sheet: true, dict: 'project_type' },
  laps: { kind: 'number', label: 'rechargeRule.laps', sheet: true },
  validityType: { kind: 'text', label: 'rechargeRule.validityType', sheet: true, dict: 'validity_type' },
  validDays: { kind: 'number', label: 'rechargeRule.validDays', sheet: true },
  validDate: { kind: 'date', label: 'rechargeRule.validDate', sheet: true },
  memberLevel: { kind: 'text', label: 'rechargeRule.level', sheet: true },
  giftId: { kind: 'id', label: 'rechargeRule.goods', unsearched: true },
  giftName: { kind: 'text', label: 'rechargeRule.goods', unsearched: true, sheet: true },
  giftCount: { kind: 'number', label: 'rechargeRule.goodsCount', unsearched: true },
  selfRecharge: { kind: 'yesNo', label: 'rechargeRule.selfRecharge', sheet: true, dict: 'yn' },
  timeLimit: { kind: 'yesNo', label: 'rechargeRule.timeLimit', sheet: true, dict: 'yn' },
  limitBegin: { kind: 'date', label: 'rechargeRule.limitBegin', sheet: true },
  limitEnd: { kind: 'date', label: 'rechargeRule.limitEnd', sheet: true },
  isActive: { kind: 'yesNo', label: 'rules.active', sort: true, sheet: true, dict: 'yn' },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

export const rechargeRuleResource = resource({
  path: '/rechargerole/sysDepartRechargeRole',
  permission: 'rechargerule',
  noun: 'recharge rules',
  entity: entity(
    rechargeRuleFields.extend({
      validDate: z.string().nullable(),
      limitBegin: z.string().nullable(),
      limitEnd: z.string().nullable(),
      /** The name of the gift; empty: none. */
      giftName: z.string(),
      indexNumber: z.number().int(),
      sysOrgCode: z.string(),
      sysOrgCode_dictText: z.string().nullable(),
    }),
  ),
  create: withDefaults(rechargeRuleFields, newRechargeRule).extend({
    /** Code of the rule's store; default: the current store. */
    sysOrgCode: exact(64).optional(),
  }),
  update: rechargeRuleFields,
  ...fieldsOf(marks),
  sort: ['indexNumber', 'roleName', 'amountType', 'salesMethod', 'recharge', 'price', 'isActive', 'createTime'],
  order: { column: 'indexNumber', order: 'asc' },
})

export const rechargeRuleSheet: Sheet = { title: 'sheet.rechargeRule', columns: sheetColumnsOf(marks) }

const calls = crudRoutes(rechargeRuleResource)

/** Recharge rules for managers and for counters (spec §7). */
export const rechargeRules = {
  ...calls,
  ...undoRoutes(rechargeRuleResource),
  ...excelRoutes(rechargeRuleResource),
  ...orderRoutes(rechargeRuleResource),
  // The counter reads the selected rule.
  queryById: route({ ...calls.queryById, access: 'rule:search', lane: 'counter' }),
  listOnSale: route({
    method: 'GET',
    path: '/memberrecharge/sysMemberRecharge/rechargerolelist',
    summary: 'Recharge rules on offer today at the stores in scope, by indexNumber',
    access: 'rule:search',
    lane: 'counter',
    query: pickerQuery(
      ['indexNumber'],
      { roleName: textFilter(64), sysOrgCode: textFilter(64) },
      { column: 'indexNumber', order: 'asc' },
    ),
    result: pageOf(listedRow(rechargeRuleResource.entity, rechargeRuleResource.dict)),
  }),
}

export type RechargeRule = z.output<(typeof rechargeRules)['queryById']['result']>
