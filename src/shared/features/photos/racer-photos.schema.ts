import { z } from 'zod'
import { line } from '#shared/core/text.ts'

/** Largest size of a photo; 640 by 480 pixels need about a tenth of it. */
export const MAX_PHOTO_BYTES = 307_200

export const MAX_PHOTO_SIDE_PX = 1280

/** Fields of a start or charge whose rule requires a photo: its id, or why there is none. */
export const photoFields = {
  photoId: z.uuid().nullish(),
  noPhoto: line(100).nullish(),
}
