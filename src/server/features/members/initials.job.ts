import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { lettersOfMember } from './initials.service.ts'

const BATCH_SIZE = 200
/** Batches per run; the next run continues. */
const MAX_BATCHES = 100

/**
 * Writes the search letters of members without any, in batches: members from before spellings existed, and merged ones. Each batch is one
 * statement with precomputed values that skips locked rows, so that no charge waits for it. A name that changed meanwhile is skipped.
 * Returns the number of members written.
 */
export async function writeInitials({ db }: Pick<Deps, 'db'>): Promise<number> {
  let written = 0
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const members = await db.scoped(EVERY_STORE, (trx) =>
      trx
        .selectFrom('member')
        .select(['id', 'orgCode', 'nickname', 'realname'])
        .where('spelling', '=', '')
        .limit(BATCH_SIZE)
        .execute(),
    )
    const letters = JSON.stringify(members.map((member) => ({ ...member, ...lettersOfMember(member) })))
    const done = await db.scoped(EVERY_STORE, async (trx) => {
      const { numAffectedRows = 0n } = await sql`
        with found as (
          select m.id, m.org_code, known.initials, known.spelling, known."nicknameSpelling" as nickname_spelling
          from jsonb_to_recordset(${letters}::jsonb) as known (id text, "orgCode" text, nickname text, realname text,
            initials text, spelling text, "nicknameSpelling" text)
          join member m on m.id = known.id and m.org_code = known."orgCode" and m.spelling = ''
            and m.nickname = known.nickname and m.realname = known.realname
          order by m.id for no key update of m skip locked
        )
        update member m set initials = found.initials, spelling = found.spelling, nickname_spelling = found.nickname_spelling
          from found where m.id = found.id and m.org_code = found.org_code`.execute(trx)
      return Number(numAffectedRows)
    })
    written += done
    // Locked members are written by a later run.
    if (members.length < BATCH_SIZE || done === 0) break
  }
  return written
}
