import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import { undoHandlers } from '#server/core/lists/undo.ts'
import type { Deps } from '#server/core/slice.ts'
import { excelHandlers } from '#server/core/workbooks/excel.ts'
import { positionResource, positionSheet, positions } from '#shared/features/system/positions.contract.ts'

const table = crudTable(positionResource, { table: 'jobPosition', ofStores: true })

export function positionsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, positions, {
    ...crudHandlers(deps, positionResource, table),
    ...undoHandlers(deps, positionResource, table),
    ...excelHandlers(deps, positionResource, positionSheet, table),
  })
}
