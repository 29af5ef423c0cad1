import { z } from 'zod'
import { crudRoutes, entity, resource, undoRoutes } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { creationMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { line } from '#shared/core/text.ts'

const wordFields = z.object({ word: line(40, 1), remark: line(200) })

const marks = {
  word: { kind: 'text', label: 'comment.word', sort: true, sheet: true },
  remark: { kind: 'text', label: 'comment.remark', sheet: true },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Words for which a comment gets a mark: of a store, or of a chain for all of its stores. */
export const commentWordResource = resource({
  path: '/comment/sysCommentWord',
  permission: 'commentword',
  noun: 'words that mark a comment',
  entity: entity(wordFields.extend({ sysOrgCode: z.string(), sysOrgCode_dictText: z.string().nullable() })),
  create: wordFields.extend({ remark: wordFields.shape.remark.default('') }),
  update: wordFields,
  ...fieldsOf(marks),
})

export const commentWordSheet: Sheet = { title: 'sheet.commentWord', columns: sheetColumnsOf(marks) }

export const commentWords = {
  ...crudRoutes(commentWordResource),
  ...undoRoutes(commentWordResource),
  ...excelRoutes(commentWordResource),
}
