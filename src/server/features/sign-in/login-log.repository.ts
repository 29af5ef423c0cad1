import type { Insertable } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

export type LoginNote = Omit<Insertable<Tables['loginLog']>, 'createdAt'>

/** Logs sign-ins, sign-outs and refusals. Stores see those of their own users, the platform administrator sees all. */
export const noteLogin = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, note: LoginNote): Promise<void> =>
  db.scoped(EVERY_STORE, async (trx) => {
    await trx
      .insertInto('loginLog')
      .values({ ...note, createdAt: clock() })
      .execute()
  })
