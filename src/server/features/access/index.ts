import { keepAuditChain } from '#server/core/audit-chain.ts'
import type { Slice } from '#server/core/slice.ts'
import { accessRoutes } from './access.routes.ts'
import { departsRoutes } from './departs.routes.ts'
import { logsRoutes } from './logs.routes.ts'
import { rightsRoutes } from './rights.routes.ts'
import { usersRoutes } from './users.routes.ts'

export const access: Slice = (app, deps) => {
  for (const routes of [accessRoutes, usersRoutes, rightsRoutes, departsRoutes, logsRoutes]) routes(app, deps)
  keepAuditChain(app, deps)
}
export { createFirstAdmin, hasAccounts } from './first-start.service.ts'
export { pruneSignIns } from './sign-ins.job.ts'
