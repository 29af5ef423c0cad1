import type { Slice } from '#server/core/slice.ts'
import { accessRoutes } from './access.routes.ts'

export const access: Slice = (app, deps) => accessRoutes(app, deps)
export { createFirstAdmin, hasAccounts } from './first-start.ts'
