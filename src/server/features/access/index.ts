import type { Slice } from '#server/core/slice.ts'
import { departsRoutes } from './departs.routes.ts'
import { rightsRoutes } from './rights.routes.ts'
import { usersRoutes } from './users.routes.ts'

/** Users, roles, rights and stores. */
export const access: Slice = (app, deps) => {
  for (const routes of [usersRoutes, rightsRoutes, departsRoutes]) routes(app, deps)
}
export { done, stampsOf } from './entities.view.ts'
export { createFirstAdmin, hasAccounts } from './first-start.service.ts'
export { currentUserOf, storesInScope, storesOf } from './people.repository.ts'
