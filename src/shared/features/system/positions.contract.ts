import { z } from 'zod'
import { crudRoutes, entity, resource, undoRoutes } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { creationMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { exact, line } from '#shared/core/text.ts'

const positionFields = z.object({
  code: line(64, 1),
  name: line(100, 1),
  /** Value of the dictionary `position_rank`. */
  postRank: exact(20),
  companyId: exact(64).nullable(),
})

const marks = {
  code: { kind: 'text', label: 'position.code', sort: true, sheet: true },
  name: { kind: 'text', label: 'position.name', sort: true, sheet: true },
  postRank: { kind: 'text', label: 'position.rank', sort: true, sheet: true, dict: 'position_rank' },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Job positions of a store (`api-family 4`). */
export const positionResource = resource({
  path: '/sys/position',
  permission: 'position',
  noun: 'positions',
  entity: entity(positionFields.extend({ sysOrgCode: z.string() })),
  create: positionFields.partial({ postRank: true, companyId: true }),
  update: positionFields,
  ...fieldsOf(marks),
})

export const positionSheet: Sheet = { title: 'sheet.position', columns: sheetColumnsOf(marks) }

export const positions = {
  ...crudRoutes(positionResource),
  ...undoRoutes(positionResource),
  ...excelRoutes(positionResource),
}
export type Position = z.output<(typeof positions)['queryById']['result']>
