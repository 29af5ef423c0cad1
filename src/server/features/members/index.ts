import type { Slice } from '#server/core/slice.ts'
import { membersRoutes } from './members.routes.ts'

export { replayLedger, type WalletDifference } from './ledger.repository.ts'
export { SEE_PHONES } from './members.view.ts'

/** Members and their wallets. */
export const members: Slice = (app, deps) => membersRoutes(app, deps)
