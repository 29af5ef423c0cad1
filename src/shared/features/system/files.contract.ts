import { z } from 'zod'
import { route } from '#shared/core/route.ts'

/** Uploaded files (`api-family 7`). */
export const files = {
  upload: route({
    method: 'POST',
    path: '/sys/common/upload',
    summary: "Stores the form's file, in the folder that the field `biz` names; the message is its path below `static`",
    access: 'signedIn',
    result: z.null(),
    takes: 'file',
  }),
  static: route({
    method: 'GET',
    path: '/sys/common/static/:folder/:month/:name',
    summary: 'A stored file, for whoever knows its path',
    access: 'public',
    params: z.object({ folder: z.string().max(32), month: z.string().max(6), name: z.string().max(64) }),
    result: z.null(),
    answers: 'file',
  }),
}
