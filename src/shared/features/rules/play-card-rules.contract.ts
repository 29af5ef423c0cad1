import { z } from 'zod'
import { crudRoutes, entity, listedRow, resource, undoRoutes } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { creationMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { pickerQuery, route, textFilter } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { Days, Limit, orderRoutes, Price, ProjectType, UNLIMITED, withDefaults } from './rules.schema.ts'

/** An unlimited card for sale (spec §3 play-card rule). */
export const playCardRuleFields = z.object({
  roleName: line(64, 1),
  /** Days of validity; 0: no end. */
  changwanDays: Days,
  /** Number of plays; -1: unlimited. */
  counts: Limit,
  projectType: ProjectType,
  price: Price,
  /** YES: the sale requires a photo of the holder. */
  needPhoto: YesNo,
  isActive: YesNo,
})
export type PlayCardRuleFields = z.infer<typeof playCardRuleFields>

export const newPlayCardRule = {
  changwanDays: 0,
  counts: UNLIMITED,
  projectType: 'currency',
  price: 0,
  needPhoto: 'NO',
  isActive: 'YES',
} as const satisfies Partial<PlayCardRuleFields>

const marks = {
  indexNumber: { kind: 'number', label: 'rules.indexNumber', sort: true },
  roleName: { kind: 'text', label: 'playCardRule.name', sort: true, sheet: true },
  changwanDays: { kind: 'number', label: 'playCardRule.days', sort: true, sheet: true },
  counts: { kind: 'number', label: 'playCardRule.counts', sort: true, sheet: true },
  projectType: { kind: 'text', label: 'rules.project', sheet: true, dict: 'project_type' },
  price: { kind: 'money', label: 'playCardRule.price', sort: true, sheet: true },
  needPhoto: { kind: 'yesNo', label: 'playCardRule.photo', sheet: true, dict: 'yn' },
  isActive: { kind: 'yesNo', label: 'rules.active', sort: true, sheet: true, dict: 'yn' },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

export const playCardRuleResource = resource({
  path: '/changwanrole/sysDepartChangwanRole',
  permission: 'playcardrule',
  noun: 'play-card rules',
  entity: entity(
    playCardRuleFields.extend({
      indexNumber: z.number().int(),
      sysOrgCode: z.string(),
      sysOrgCode_dictText: z.string().nullable(),
    }),
  ),
  create: withDefaults(playCardRuleFields, newPlayCardRule).extend({
    /** Code of the rule's store; default: the current store. */
    sysOrgCode: exact(64).optional(),
  }),
  update: playCardRuleFields,
  ...fieldsOf(marks),
  sort: ['indexNumber', 'roleName', 'changwanDays', 'counts', 'price', 'isActive', 'createTime'],
  order: { column: 'indexNumber', order: 'asc' },
})

export const playCardRuleSheet: Sheet = { title: 'sheet.playCardRule', columns: sheetColumnsOf(marks) }

export const playCardRules = {
  ...crudRoutes(playCardRuleResource),
  ...undoRoutes(playCardRuleResource),
  ...excelRoutes(playCardRuleResource),
  ...orderRoutes(playCardRuleResource),
  listOnSale: route({
    method: 'GET',
    path: '/memberrecharge/sysMemberRecharge/changwanrolelist',
    summary: 'Play cards on sale at the stores in scope, by indexNumber',
    access: 'rule:search',
    lane: 'counter',
    query: pickerQuery(
      ['indexNumber'],
      { roleName: textFilter(64), sysOrgCode: textFilter(64) },
      { column: 'indexNumber', order: 'asc' },
    ),
    result: pageOf(listedRow(playCardRuleResource.entity, playCardRuleResource.dict)),
  }),
}

export type PlayCardRule = z.output<(typeof playCardRules)['queryById']['result']>
