import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import { undoHandlers } from '#server/core/lists/undo.ts'
import type { Deps } from '#server/core/slice.ts'
import { excelHandlers } from '#server/core/workbooks/excel.ts'
import { demoRecords, demoResource, demoSheet } from '#shared/features/system/demo-records.contract.ts'

const table = crudTable(demoResource, { table: 'demoRecord', ofStores: true })

export function demoRecordsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, demoRecords, {
    ...crudHandlers(deps, demoResource, table),
    ...undoHandlers(deps, demoResource, table),
    ...excelHandlers(deps, demoResource, demoSheet, table),
  })
}
