import type { CallContext } from '#server/core/slice.ts'
import type { PayFrom } from '#shared/features/shifts/shifts.schema.ts'

/** Permission to pay cash from the safe. */
const SAFE = 'shift:safe'

/** The source of a cash payout as passed to the SQL function `pay_from`; the database decides whether it is allowed. */
export function payFromOf({ user }: CallContext, { shiftId, safeReason }: PayFrom) {
  return {
    shiftId: shiftId ?? null,
    safeReason,
    maySafe: user.actions.has(SAFE),
    operatorName: user.realname,
    byToken: user.token !== null,
  }
}
