import { AppError } from '#shared/core/errors.ts'
import type { Call } from './call.ts'
import type { FileAnswer } from './file-answer.ts'

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
 * the same body gets the stored answer; whoever comes at the same time waits for it.
 */
export async function answerOnce(
  call: Call,
  work: () => Promise<Answer>,
  replayed: (stored: Answer) => Promise<void>,
): Promise<Answer> {
  const { key, path, bodyHash, user } = call
  return call.transaction(async (trx) => {
    call.bound = trx
    try {
      const added = await trx
        .insertInto('requestKey')
        .values({ key, orgCode: user.orgCode, userId: user.id, path, bodyHash, createdAt: call.deps.clock() })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .returning('key')
        .executeTakeFirst()
      if (!added) {
        const stored = await trx.selectFrom('requestKey').selectAll().where('key', '=', key).executeTakeFirst()
        // Another store's key is invisible here, and says no more than that it is taken.
        const same = stored?.path === path && stored.bodyHash === bodyHash && stored.orgCode === user.orgCode
        if (!same || !stored.answer) throw new AppError('common.keyReused')
        const answer = stored.answer as Answer
        call.untraced = true
        await replayed(answer)
        return answer
      }
      const answer = await work()
      await trx
        .updateTable('requestKey')
        .set({ answer: JSON.stringify(answer) })
        .where('key', '=', key)
        .execute()
      return answer
    } finally {
      call.bound = undefined
    }
  })
}
