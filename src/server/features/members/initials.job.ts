import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { lettersOfMember } from './initials.service.ts'

const PORTION = 200
/** In one go; what is left then is the next minute's. */
const MOST_PORTIONS = 100

/**
 * Writes the letters of members who have none yet, in portions: of those before spellings were kept, and of those who came by a merge. Each is one statement that reckons nothing and waits for nobody, so that
 * no charge waits for it either; whoever is at work with a member, or has just named it anew, keeps it.
 */
export async function writeInitials({ db }: Pick<Deps, 'db'>): Promise<number> {
  let written = 0
  for (let portion = 0; portion < MOST_PORTIONS; portion++) {
    const members = await db.scoped(EVERY_STORE, (trx) =>
      trx
        .selectFrom('member')
        .select(['id', 'orgCode', 'nickname', 'realname'])
        .where('spelling', '=', '')
        .limit(PORTION)
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
    // Those that somebody works with just now come next time.
    if (members.length < PORTION || done === 0) break
  }
  return written
}
