import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { deleteUnusedPictures } from './guest-pictures.repository.ts'

/** Deletes pictures that guests have sent and not used; returns how many. */
export const deleteForgottenPictures = ({ db, clock }: Deps): Promise<number> =>
  db.scoped(EVERY_STORE, (trx) => deleteUnusedPictures(trx, clock()))
