import { leaveTrail } from '#server/core/audit/audit.ts'
import type { CallContext } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'

/** The resource name of accounts in the audit trail. */
export const ACCOUNT_KIND = '/sys/user'

/** Writes the audit entry of a user who changed their own account without being signed in. */
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
