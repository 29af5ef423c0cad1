import { z } from 'zod'
import { onScreen, route } from '#shared/core/route.ts'
import { WireTime } from '#shared/core/time.ts'

/** `none`: the rule requires no photo. `forgotten`: deleted after its retention period. */
const PhotoState = z.enum(['taken', 'without', 'offline', 'forgotten', 'none'])

const RidePhoto = z.object({
  state: PhotoState,
  /** Null if there is no photo to delete. */
  photoId: z.uuid().nullable(),
  /** A `data:` URL; empty if there is no photo. */
  image: z.string(),
  /** Why the ride started without a photo. */
  reason: z.string(),
  takenTime: WireTime.nullable(),
  takenBy: z.string(),
  /** End of its retention period. */
  keptUntil: WireTime.nullable(),
})
export type RidePhoto = z.infer<typeof RidePhoto>

const PATH = '/racerphoto/sysRacerPhoto'

/** Photos of racers, for rules that require one before the start (`gatherFace`). */
export const racerPhotos = onScreen('photo', {
  upload: route({
    method: 'POST',
    path: `${PATH}/upload`,
    summary: 'Stores a photograph (JPEG) for a later charge or start; unused, it is deleted after a day',
    access: 'racerphoto:add',
    result: z.object({ id: z.uuid() }),
    takes: 'file',
  }),
  queryByPlay: route({
    method: 'GET',
    path: `${PATH}/queryByPlay`,
    summary: 'The photograph of a ride, or the reason why there is none',
    access: 'racerphoto:view',
    query: z.object({ playId: z.uuid() }),
    result: RidePhoto,
    // Views of photos go to the audit trail.
    audited: true,
  }),
  delete: route({
    method: 'DELETE',
    path: `${PATH}/delete`,
    summary: 'Deletes a photograph before it expires; its rides still show that there was one',
    access: 'racerphoto:delete',
    query: z.object({ id: z.uuid() }),
    result: z.null(),
    message: 'message.deleted',
  }),
})
