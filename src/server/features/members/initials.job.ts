import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { initialsOf } from './initials.service.ts'

const PORTION = 200

/**
 * Writes the first letters of members who have none yet, in portions. Each is one statement that reckons nothing and waits for nobody, so that
 * no charge waits for it either; whoever is at work with a member, or has just named it anew, keeps it.
 */
export async function writeInitials({ db }: Pick<Deps, 'db'>): Promise<number> {
  let written = 0
  for (;;) {
    const members = await db.scoped(EVERY_STORE, (trx) =>
      trx
        .selectFrom('member')
        .select(['id', 'orgCode', 'nickname', 'realname'])
        .where('initials', '=', '')
        .limit(PORTION)
        .execute(),
    )
    const letters = JSON.stringify(members.map((member) => ({ ...member, initials: initialsOf(member) })))
    const done = await db.scoped(EVERY_STORE, async (trx) => {
      const { numAffectedRows = 0n } = await sql`
        with found as (
          select m.id, m.org_code, known.initials
          from jsonb_to_recordset(${letters}::jsonb) as known (id text, "orgCode" text, nickname text, realname text, initials text)
          join member m on m.id = known.id and m.org_code = known."orgCode" and m.initials = ''
            and m.nickname = known.nickname and m.realname = known.realname
          order by m.id for no key update of m skip locked
        )
        update member m set initials = found.initials from found where m.id = found.id and m.org_code = found.org_code`.execute(
        trx,
      )
      return Number(numAffectedRows)
    })
    written += done
    // Those that somebody works with just now come next time.
    if (members.length < PORTION || done === 0) return written
  }
}
