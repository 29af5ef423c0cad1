import type { CallContext, Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { storeGuestPicture } from './guest-pictures.repository.ts'
import { readPhotograph } from './photograph.service.ts'

const MEGABYTE = 1_048_576

/**
 * Stores the picture that a guest uploads; it is used later by its id. Throws `files.wrongType`, `photos.tooLarge` or
 * `photos.guestsFull`.
 */
export async function receiveGuestPicture(
  deps: Deps,
  ctx: CallContext,
  { orgCode, sentFor, most, kept }: { orgCode: string; sentFor: string; most: number; kept: readonly string[] },
): Promise<{ id: string }> {
  const { photoMegabytesPerStore: limit } = deps.config
  const picture = { id: newId(), orgCode, sentFor, image: await readPhotograph(ctx), createdAt: deps.clock() }
  const isStored = await deps.db.scoped(
    EVERY_STORE,
    (trx) => storeGuestPicture(trx, picture, { most, kept, mostBytes: limit * MEGABYTE }),
    'lists',
  )
  if (!isStored) throw new AppError('photos.guestsFull', { field: 'file' })
  return { id: picture.id }
}
