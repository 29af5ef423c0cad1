import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { deleteEndedFaces } from './member-faces.repository.ts'

/** Deletes the templates that no longer have a purpose; returns how many. */
export const forgetFaces = ({ db, clock }: Deps): Promise<number> =>
  db.scoped(EVERY_STORE, (trx) => deleteEndedFaces(trx, clock()))
