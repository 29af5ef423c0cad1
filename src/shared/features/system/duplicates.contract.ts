import { z } from 'zod'
import { route } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'

/** Checks while editing a form whether a value is free; saving checks again (`api-family 5`). */
export const duplicates = {
  check: route({
    method: 'GET',
    path: '/sys/duplicate/check',
    summary: 'Whether a value is free in one of the allowed tables and columns; if taken, success is false',
    access: 'signedIn',
    query: z.object({
      tableName: exact(64),
      fieldName: exact(64),
      fieldVal: line(200),
      /** Id of the edited row, whose own value is no duplicate. */
      dataId: exact(64).optional(),
    }),
    result: z.null(),
    message: 'message.duplicate.free',
    code: 200,
  }),
}
