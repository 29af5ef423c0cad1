import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { kindOf } from './audit.ts'
import type { Call } from './call.ts'
import type { FileAnswer } from './file-answer.ts'
import type { CallContext } from './slice.ts'

/** What a call answers, in the form that is stored under its key. */
export interface Answer {
  result: unknown
  /** Null: the contract's own message, in the reader's language. */
  message: string | null
  /** In place of the contract's own. */
  code?: number
  /** Sent in place of an envelope; keyed calls have none. */
  file?: FileAnswer
}

/**
 * Runs a call once for its key: key, effect and answer are committed together. Whoever comes later with the same key and
 * the same body gets the stored answer, whoever of those who may do the same it is; whoever comes at the same time waits.
 *
 * SQL functions that do a call's whole work in one trip (`selfKeyed`) keep the same contract: they ask `answer_before` with
 * `ctx.key`, `ctx.path` and `ctx.bodyHash` and answer what it answers, or do the work and insert one row into `request_key`:
 * those three, the store that the effect belongs to, who called, and the answer as `Answer`. That row is never changed.
 */
export async function answerOnce(call: Call, work: () => Promise<Answer>): Promise<Answer> {
  const { key, path, bodyHash, user } = call
  await call.knowTerminal()
  return call.transaction(async (trx) => {
    call.bound = trx
    try {
      const before = await sql<{ answer: Answer | null }>`
        select answer_before(${key}, ${path}, ${bodyHash}) as answer`.execute(trx)
      const stored = before.rows[0]?.answer
      if (stored) {
        call.untraced = true
        return stored
      }
      const answer = await work()
      const orgCode = call.storeOfEffect ?? user.orgCode
      await trx
        .insertInto('requestKey')
        .values({
          key,
          orgCode,
          userId: user.id,
          path,
          bodyHash,
          answer: JSON.stringify(answer),
          createdAt: call.deps.clock(),
        })
        .execute()
      return answer
    } finally {
      call.bound = undefined
    }
  })
}

/** Whether a call was answered before, so that what it was let in by needs no second look. */
export async function isAnswered(trx: Transaction, { key, path, bodyHash }: CallContext): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select answer_before(${key}, ${path}, ${bodyHash}) is not null as found`.execute(trx)
  return rows[0]?.found === true
}

/** What a SQL function that does a call's whole work must know of the call: scope, key, and who asks from where. */
export const selfKeyed = ({ user, key, path, bodyHash, ip, requestId }: CallContext) => ({
  scope: user.scope.from,
  scopeEnd: user.scope.to,
  key,
  path,
  bodyHash,
  userId: user.id,
  username: user.username,
  realname: user.realname,
  ip,
  requestId,
  kind: kindOf(path),
})
