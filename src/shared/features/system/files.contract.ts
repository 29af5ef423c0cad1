import { z } from 'zod'
import { IMPORT_ERRORS_PATH } from '#shared/core/excel.ts'
import { route } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'

/** Base path of stored files; anyone who knows a file's path can fetch it. */
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
    summary: 'Stores the file of the form in the folder of the field `biz`; the message is its path below `static`',
  }),
  uploadMinio: route({
    ...upload,
    path: '/sys/upload/uploadMinio',
    summary: 'The same call under the path that clients of the family use for object storage',
  }),
  importErrors: route({
    method: 'GET',
    path: `${IMPORT_ERRORS_PATH}/:name`,
    summary: 'The refused rows of an import with reasons, for the user who sent it, for one day',
    access: 'signedIn',
    params: z.object({ name: exact(64) }),
    result: z.null(),
    answers: 'file',
  }),
  static: route({
    method: 'GET',
    path: `${STATIC_PATH}/:folder/:month/:name`,
    summary: 'A stored file or a part of it; public to anyone who knows the path',
    access: 'public',
    params: z.object({ folder: exact(32), month: exact(6), name: exact(64) }),
    result: z.null(),
    answers: 'file',
  }),
}
