import { z } from 'zod'
import { line } from '#shared/core/text.ts'

/** The most that a photograph may weigh: one of 640 by 480 weighs a tenth of it. */
export const MAX_PHOTO_BYTES = 307_200

/** The longest side that a photograph may have. */
export const MAX_PHOTO_SIDE_PX = 1280

/** What a start or charge says by a rule that wants the racer's photograph: which one it is, or why there is none. */
export const photoFields = {
  photoId: z.uuid().nullish(),
  noPhoto: line(100).nullish(),
}
