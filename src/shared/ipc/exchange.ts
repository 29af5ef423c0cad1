import { z } from 'zod'
import { ipcGroup } from '#shared/core/ipc.ts'

/** Any HTTP response of the server. */
export const ExchangeAnswer = z.object({
  status: z.number().int(),
  type: z.string(),
  disposition: z.string(),
  /** A standalone buffer, because data is copied across the bridge. */
  body: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array),
})
export type ExchangeAnswer = z.infer<typeof ExchangeAnswer>

/** A single line of characters allowed in headers and URLs. */
const PLAIN = /^[\x20-\x7e]*$/

/** Requests of a terminal's page to the server. */
export const serverGroup = ipcGroup(
  {
    /**
     * Sends a request to the configured server only, as the signed-in user. The main process adds the token, which pages never see, and the
     * terminal's signature if enrolled.
     */
    ask: {
      input: z.object({
        method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
        /** Path below `/api`, with the query. */
        path: z
          .string()
          .regex(/^\/[\x21-\x7e]*$/)
          .max(8000),
        language: z.enum(['zh', 'en']),
        key: z.uuid().optional(),
        /** Content type of the body. */
        type: z.string().regex(PLAIN).max(200).optional(),
        body: z.union([z.string(), z.instanceof(Uint8Array)]).optional(),
      }),
      result: ExchangeAnswer,
    },
  },
  {},
)
