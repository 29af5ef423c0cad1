import { leaveTrail } from '#server/core/audit.ts'
import type { CallContext } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'

/** The resource by which the trail knows an account. */
export const ACCOUNT_KIND = '/sys/user'

/** Leaves in the trail that somebody changed an account of their own before any sign-in stood behind the call. */
export function leaveOwnTrail(
  trx: Transaction,
  ctx: CallContext,
  person: { id: string; username: string; realname: string },
): Promise<void> {
  const { requestId, path, ip } = ctx
  const { id, username, realname } = person
  const call = { requestId, path, ip, method: 'POST', key: '', input: {}, begun: performance.now() }
  return leaveTrail(trx, { ...call, user: { id, username, realname, orgCode: '' } }, [{ id, kind: ACCOUNT_KIND }])
}
