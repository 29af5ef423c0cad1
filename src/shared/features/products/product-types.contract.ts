import { z } from 'zod'
import { crudRoutes, entity, resource, undoRoutes } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { creationMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { exact, line } from '#shared/core/text.ts'

const productTypeFields = z.object({
  name: line(30, 1),
  indexNumber: z.number().int().min(0).max(1_000_000),
  remark: line(200),
})

const marks = {
  name: { kind: 'text', label: 'productType.name', sort: true, sheet: true },
  indexNumber: { kind: 'number', label: 'productType.index', sort: true, sheet: true },
  remark: { kind: 'text', label: 'product.remark', sheet: true },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Types of products of a store, to which products refer by name. */
export const productTypeResource = resource({
  path: '/product/sysProductType',
  permission: 'producttype',
  noun: 'types of products',
  entity: entity(productTypeFields.extend({ sysOrgCode: z.string() })),
  create: productTypeFields
    .partial()
    .required({ name: true })
    .extend({
      /** Code of the store; left out: the current one. */
      sysOrgCode: exact(64).optional(),
    }),
  update: productTypeFields,
  ...fieldsOf(marks),
  order: { column: 'indexNumber', order: 'asc' },
})

export const productTypeSheet: Sheet = { title: 'sheet.productType', columns: sheetColumnsOf(marks) }

export const productTypes = {
  ...crudRoutes(productTypeResource),
  ...undoRoutes(productTypeResource),
  ...excelRoutes(productTypeResource),
}
