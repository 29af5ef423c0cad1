import { z } from 'zod'
import { route } from '#shared/core/route.ts'

/** Below the API's address: where stored files are fetched. */
export const STATIC_PATH = '/sys/common/static'

const upload = {
  method: 'POST',
  access: 'signedIn',
  result: z.null(),
  takes: 'file',
} as const

/** Uploaded files (`api-family 7`). */
export const files = {
  upload: route({
    ...upload,
    path: '/sys/common/upload',
    summary: "Stores the form's file, in the folder that the field `biz` names; the message is its path below `static`",
  }),
  uploadMinio: route({
    ...upload,
    path: '/sys/upload/uploadMinio',
    summary: 'The same under the name by which clients of the family reach an object store',
  }),
  static: route({
    method: 'GET',
    path: `${STATIC_PATH}/:folder/:month/:name`,
    summary: 'A stored file or a part of it, for whoever knows its path',
    access: 'public',
    params: z.object({ folder: z.string().max(32), month: z.string().max(6), name: z.string().max(64) }),
    result: z.null(),
    answers: 'file',
  }),
}
