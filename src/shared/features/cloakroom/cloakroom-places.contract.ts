import { z } from 'zod'
import { crudRoutes, entity, listQueryOf, resource, undoRoutes } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { creationMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { choiceFilter, route } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { withDefaults } from '#shared/features/rules/rules.schema.ts'

export const CloakroomPlaceKind = z.enum(['locker', 'shelf', 'hook', 'other'])
export type CloakroomPlaceKind = z.infer<typeof CloakroomPlaceKind>

const placeFields = z.object({
  placeName: line(30, 1),
  placeKind: CloakroomPlaceKind,
  indexNumber: z.number().int().min(0).max(1_000_000),
  isActive: YesNo,
  remark: line(200),
})

export const newPlace = { placeKind: 'locker', indexNumber: 0, isActive: 'YES', remark: '' } as const

const marks = {
  placeName: { kind: 'text', label: 'cloakroom.place', sort: true, sheet: true },
  placeKind: { kind: 'text', label: 'cloakroom.placeKind', sort: true, sheet: true, dict: 'cloakroom_place_kind' },
  indexNumber: { kind: 'number', label: 'cloakroom.index', sort: true, sheet: true },
  isActive: { kind: 'yesNo', label: 'cloakroom.active', sort: true, sheet: true, dict: 'yn' },
  inUse: { kind: 'text', label: 'cloakroom.inUse', unsearched: true, dict: 'yn' },
  remark: { kind: 'text', label: 'cloakroom.remark', sheet: true },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Places of a store for what guests leave: lockers, shelves and hooks. Each holds one thing at a time. */
export const cloakroomPlaceResource = resource({
  path: '/cloakroom/sysCloakroomPlace',
  permission: 'cloakroomplace',
  noun: 'places of the cloakroom',
  entity: entity(
    placeFields.extend({
      sysOrgCode: z.string(),
      sysOrgCode_dictText: z.string().nullable(),
      /** Whether something is in it now. */
      inUse: YesNo,
    }),
  ),
  create: withDefaults(placeFields, newPlace).extend({
    /** Code of the store; left out: the current one. */
    sysOrgCode: exact(64).optional(),
  }),
  update: placeFields,
  ...fieldsOf(marks),
  order: { column: 'indexNumber', order: 'asc' },
})

export const cloakroomPlaceSheet: Sheet = { title: 'sheet.cloakroomPlace', columns: sheetColumnsOf(marks) }

/** YES: only places that hold something; NO: only free ones. */
const besides = { inUse: choiceFilter(YesNo) }
const calls = crudRoutes(cloakroomPlaceResource)

export const cloakroomPlaces = {
  ...calls,
  ...undoRoutes(cloakroomPlaceResource),
  list: route({ ...calls.list, query: listQueryOf(cloakroomPlaceResource).extend(besides) }),
  ...excelRoutes(cloakroomPlaceResource, besides),
}
