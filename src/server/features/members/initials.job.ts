import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { initialsOf } from './initials.service.ts'

const PORTION = 500

/** Writes the first letters of members who have none yet, in portions, so that nobody at a counter waits for it. */
export async function writeInitials({ db }: Deps): Promise<number> {
  let written = 0
  for (;;) {
    const done = await db.scoped(EVERY_STORE, async (trx) => {
      const rows = await trx
        .selectFrom('member')
        .select(['id', 'orgCode', 'nickname', 'realname'])
        .where('initials', '=', '')
        .limit(PORTION)
        .forUpdate()
        .skipLocked()
        .execute()
      for (const { id, orgCode, ...names } of rows) {
        await trx
          .updateTable('member')
          .set({ initials: initialsOf(names) })
          .where('id', '=', id)
          .where('orgCode', '=', orgCode)
          .execute()
      }
      return rows.length
    })
    written += done
    if (done < PORTION) return written
  }
}
