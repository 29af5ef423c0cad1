import { z } from 'zod'
import { address } from '#shared/core/address.ts'
import { crudRoutes, entity, resource } from '#shared/core/crud.ts'
import { creationMarks, fieldsOf } from '#shared/core/fields.ts'
import { route } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { orderRoutes, withDefaults } from './rules.schema.ts'

/** Projects that visits and unlimited cards are valid for, such as the karts of a store. */
export const subProjectFields = z.object({
  name: line(64, 1),
  photo: address(500),
  isActive: YesNo,
})

const marks = {
  indexNumber: { kind: 'number', label: 'rules.indexNumber', sort: true },
  name: { kind: 'text', label: 'subProject.name', sort: true },
  projectType: { kind: 'text', label: 'subProject.code', sort: true },
  photo: { kind: 'text', label: 'subProject.photo', unsearched: true },
  isActive: { kind: 'yesNo', label: 'rules.active', sort: true, dict: 'yn' },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

export const subProjectResource = resource({
  path: '/subproject/sysSubProject',
  permission: 'subproject',
  noun: 'sub-projects',
  entity: entity(
    subProjectFields.extend({
      /** Code used by rules and members; immutable. */
      projectType: z.string(),
      indexNumber: z.number().int(),
      sysOrgCode: z.string(),
      sysOrgCode_dictText: z.string().nullable(),
    }),
  ),
  create: withDefaults(subProjectFields, { photo: '', isActive: 'YES' }).extend({
    /** Code of the project's store; default: the current store. */
    sysOrgCode: exact(64).optional(),
  }),
  update: subProjectFields,
  ...fieldsOf(marks),
  sort: ['indexNumber', 'name', 'projectType', 'isActive', 'createTime'],
  order: { column: 'indexNumber', order: 'asc' },
})

const SubProjectOption = z.object({
  projectType: z.string(),
  name: z.string(),
  photo: z.string(),
  sysOrgCode: z.string(),
})
export type SubProjectOption = z.infer<typeof SubProjectOption>

export const subProjects = {
  ...crudRoutes(subProjectResource),
  sort: orderRoutes(subProjectResource).sort,
  options: route({
    method: 'GET',
    path: '/subproject/sysSubProject/options',
    summary: 'The active projects of the stores in scope for pickers, the general one first',
    access: 'rule:search',
    lane: 'counter',
    result: z.array(SubProjectOption).max(5000),
  }),
}

export type SubProject = z.output<(typeof subProjects)['queryById']['result']>
