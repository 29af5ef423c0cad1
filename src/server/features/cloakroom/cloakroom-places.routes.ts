import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers } from '#server/core/lists/crud.ts'
import { undoHandlers } from '#server/core/lists/undo.ts'
import type { Deps } from '#server/core/slice.ts'
import { excelHandlers } from '#server/core/workbooks/excel.ts'
import {
  cloakroomPlaceResource,
  cloakroomPlaceSheet,
  cloakroomPlaces,
} from '#shared/features/cloakroom/cloakroom-places.contract.ts'
import { cloakroomPlaceTable } from './cloakroom-places.repository.ts'

export function cloakroomPlacesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, cloakroomPlaces, {
    ...crudHandlers(deps, cloakroomPlaceResource, cloakroomPlaceTable),
    ...undoHandlers(deps, cloakroomPlaceResource, cloakroomPlaceTable),
    ...excelHandlers(deps, cloakroomPlaceResource, cloakroomPlaceSheet, cloakroomPlaceTable),
  })
}
