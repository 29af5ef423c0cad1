import { keepAuditChain } from '#server/core/audit-chain.ts'
import type { Slice } from '#server/core/slice.ts'
import { accessRoutes } from './access.routes.ts'

export const access: Slice = (app, deps) => {
  accessRoutes(app, deps)
  keepAuditChain(app, deps)
}
export { createFirstAdmin, hasAccounts } from './first-start.ts'
export { pruneSignIns } from './sign-ins.job.ts'
