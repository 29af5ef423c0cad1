import type { CallContext } from '#server/core/slice.ts'
import type { PayFrom } from '#shared/features/shifts/shifts.schema.ts'

/** Who may pay cash out of the safe. */
const SAFE = 'shift:safe'

/** Where cash is paid from, as the SQL function `pay_from` takes it; the database decides whether it can be. */
export function payFromOf({ user }: CallContext, { shiftId, safeReason }: PayFrom) {
  return { shiftId: shiftId ?? null, safeReason, maySafe: user.actions.has(SAFE), operatorName: user.realname }
}
