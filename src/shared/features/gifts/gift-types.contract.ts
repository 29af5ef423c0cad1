import { z } from 'zod'
import { crudRoutes, entity, resource, undoRoutes } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { creationMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { exact, line } from '#shared/core/text.ts'

const giftTypeFields = z.object({
  name: line(30, 1),
  indexNumber: z.number().int().min(0).max(1_000_000),
  remark: line(200),
})

const marks = {
  name: { kind: 'text', label: 'giftType.name', sort: true, sheet: true },
  indexNumber: { kind: 'number', label: 'giftType.index', sort: true, sheet: true },
  remark: { kind: 'text', label: 'gift.remark', sheet: true },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Types of gifts of a store, to which gifts refer by name. */
export const giftTypeResource = resource({
  path: '/gift/sysGiftType',
  permission: 'gifttype',
  noun: 'types of gifts',
  entity: entity(giftTypeFields.extend({ sysOrgCode: z.string() })),
  create: giftTypeFields
    .partial()
    .required({ name: true })
    .extend({
      /** Code of the store; left out: the current one. */
      sysOrgCode: exact(64).optional(),
    }),
  update: giftTypeFields,
  ...fieldsOf(marks),
  order: { column: 'indexNumber', order: 'asc' },
})

export const giftTypeSheet: Sheet = { title: 'sheet.giftType', columns: sheetColumnsOf(marks) }

export const giftTypes = {
  ...crudRoutes(giftTypeResource),
  ...undoRoutes(giftTypeResource),
  ...excelRoutes(giftTypeResource),
}
