import { z } from 'zod'
import { crudRoutes, entity, resource } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { exact, line } from '#shared/core/text.ts'

const positionFields = z.object({
  code: line(64, 1),
  name: line(100, 1),
  /** Of the dictionary `position_rank`. */
  postRank: exact(20),
  companyId: exact(64).nullable(),
})

/** Positions that people of a store hold (`api-family 4`). */
export const positionResource = resource({
  path: '/sys/position',
  permission: 'position',
  noun: 'positions',
  entity: entity(positionFields.extend({ sysOrgCode: z.string() })),
  create: positionFields.partial({ postRank: true, companyId: true }),
  update: positionFields,
  filter: {
    id: 'id',
    code: 'text',
    name: 'text',
    postRank: 'text',
    createTime: 'time',
    createBy: 'text',
    sysOrgCode: 'text',
  },
  sort: ['createTime', 'code', 'name', 'postRank'],
  dict: { postRank: 'position_rank' },
})

export const positionSheet: Sheet = {
  title: 'sheet.position',
  columns: { code: 'field.position.code', name: 'field.position.name', postRank: 'field.position.postRank' },
}

export const positions = { ...crudRoutes(positionResource), ...excelRoutes(positionResource) }
export type Position = z.output<(typeof positions)['queryById']['result']>
