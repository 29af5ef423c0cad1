import { sql } from 'kysely'
import { kindOf } from '#server/core/audit/audit.ts'
import type { FileAnswer } from '#server/core/files/file-answer.ts'
import type { CallContext } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Call } from './call.ts'

/** The answer of a call in the form that is stored under its key. */
export interface Answer {
  result: unknown
  /** Null: the contract's own message, in the reader's language. */
  message: string | null
  /** Replaces the contract's code. */
  code?: number
  /** Sent instead of an envelope; never in keyed calls. */
  file?: FileAnswer
}

/**
 * Runs a call once for its key: key, effect and answer are committed together. A later call with the same key and body gets the
 * stored answer, also one of another user with the same rights. A simultaneous one waits.
 *
 * SQL functions that do all of a call's work in one round trip (`idempotencyContext`) hold to the same contract. They call
 * `begin_call` with this context and return what it returns. Otherwise they do the work and call `store_request_keys` with one row: the
 * key, path and hash of the call, the store of the effect, the caller, and the answer as `Answer`. That row is never changed.
 */
export async function runOnce(call: Call, work: () => Promise<Answer>): Promise<Answer> {
  const { key, path, bodyHash, user } = call
  await call.resolveTerminal()
  return call.transaction(async (trx) => {
    call.bound = trx
    try {
      const before = await sql<{ answer: Answer | null }>`
        select answer_before(${key}, ${path}, ${bodyHash}) as answer`.execute(trx)
      const earlier = before.rows[0]?.answer
      if (earlier) {
        call.untraced = true
        return earlier
      }
      const answer = await work()
      const orgCode = call.storeOfEffect ?? user.orgCode
      const stored = JSON.stringify({ key, userId: user.id, path, bodyHash, now: call.deps.clock() })
      await sql`select store_request_keys(array[
        request_key_of(${stored}::jsonb, ${orgCode}, ${JSON.stringify(answer)}::jsonb)])`.execute(trx)
      return answer
    } finally {
      call.bound = undefined
    }
  })
}

/** Whether a call was answered before, so that its preconditions need no second check. */
export async function isAnswered(trx: Transaction, { key, path, bodyHash }: CallContext): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select answer_before(${key}, ${path}, ${bodyHash}) is not null as found`.execute(trx)
  return rows[0]?.found === true
}

/** The context of a call for a SQL function that does all of its work: scope, key, user, address, and whether a program calls. */
export const idempotencyContext = ({ user, key, path, bodyHash, ip, requestId }: CallContext) => ({
  scope: user.scope.from,
  scopeEnd: user.scope.to,
  key,
  path,
  bodyHash,
  userId: user.id,
  username: user.username,
  realname: user.realname,
  byToken: user.token !== null,
  ip,
  requestId,
  kind: kindOf(path),
})
