import { keepAuditChain } from '#server/core/audit-chain.ts'
import type { Slice } from '#server/core/slice.ts'
import { logsRoutes } from './logs.routes.ts'

/** Reading the log and the audit trail, and keeping the trail's chain. */
export const audit: Slice = (app, deps) => {
  logsRoutes(app, deps)
  keepAuditChain(app, deps)
}
