import { z } from 'zod'
import { crudRoutes, entity, resource, undoRoutes } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { creationMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { Amount } from '#shared/core/money.ts'
import { exact, line, lines } from '#shared/core/text.ts'
import { Day, GivenTime } from '#shared/core/time.ts'

const Positive = Amount.min(0)

/** The names are those of the API family's example. */
const demoFields = z.object({
  name: line(100, 1),
  keyWord: line(255).nullable(),
  punchTime: z.union([z.literal(''), GivenTime]).nullable(),
  salaryMoney: Positive.nullable(),
  bonusMoney: Positive.nullable(),
  /** Value of the dictionary `sex`. */
  sex: exact(20).nullable(),
  age: z.number().int().min(0).max(150).nullable(),
  birthday: z.union([z.literal(''), Day]).nullable(),
  email: z.union([z.literal(''), z.email().max(128)]).nullable(),
  content: lines(2000).nullable(),
})

const marks = {
  name: { kind: 'text', label: 'demo.name', sort: true, sheet: true },
  keyWord: { kind: 'text', label: 'demo.keyWord', sort: true, sheet: true },
  punchTime: { kind: 'time', label: 'demo.punchTime', sort: true, sheet: true },
  salaryMoney: { kind: 'money', label: 'demo.salary', sort: true, sheet: true },
  bonusMoney: { kind: 'money', label: 'demo.bonus', sort: true, sheet: true },
  sex: { kind: 'text', label: 'user.sex', sort: true, sheet: true, dict: 'sex' },
  age: { kind: 'number', label: 'demo.age', sort: true, sheet: true },
  birthday: { kind: 'date', label: 'user.birthday', sort: true, sheet: true },
  email: { kind: 'text', label: 'user.email', sheet: true },
  content: { kind: 'text', label: 'demo.content', unsearched: true, sheet: true },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** The example of a plain resource for integrators (spec §1). */
export const demoResource = resource({
  path: '/test/jeecgDemo',
  permission: 'demo',
  noun: 'example records',
  entity: entity(demoFields.extend({ email: z.string().nullable(), sysOrgCode: z.string() })),
  create: demoFields.partial().required({ name: true }),
  update: demoFields,
  ...fieldsOf(marks),
})

export const demoSheet: Sheet = { title: 'sheet.demo', columns: sheetColumnsOf(marks) }

export const demoRecords = { ...crudRoutes(demoResource), ...undoRoutes(demoResource), ...excelRoutes(demoResource) }
