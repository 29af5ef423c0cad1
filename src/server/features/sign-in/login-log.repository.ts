import type { Insertable } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

export type LoginNote = Omit<Insertable<Tables['loginLog']>, 'createdAt'>

/** Notes who came, went or was refused; the stores see their own people, the platform administrator everyone. */
export const noteLogin = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, note: LoginNote): Promise<void> =>
  db.scoped(EVERY_STORE, async (trx) => {
    await trx
      .insertInto('loginLog')
      .values({ ...note, createdAt: clock() })
      .execute()
  })
