import { z } from 'zod'
import { ipcGroup } from '#shared/core/ipc.ts'

/** What the server answered to a request, whatever it is. */
export const ExchangeAnswer = z.object({
  status: z.number().int(),
  type: z.string(),
  /** How a file is to be saved. */
  disposition: z.string(),
  /** In memory of its own: what crosses the bridge is a copy. */
  body: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array),
})
export type ExchangeAnswer = z.infer<typeof ExchangeAnswer>

/** One line of signs as headers and addresses have them. */
const PLAIN = /^[\x20-\x7e]*$/

/** What a terminal's page asks of the server. */
export const serverGroup = ipcGroup(
  {
    /**
     * Asks the set server, and no other, as whoever is signed in. Main attaches the token, which no page ever sees, and the
     * terminal's signature where it is enrolled.
     */
    ask: {
      input: z.object({
        method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
        /** Below `/api`, with its query. */
        path: z
          .string()
          .regex(/^\/[\x21-\x7e]*$/)
          .max(8000),
        language: z.enum(['zh', 'en']),
        key: z.uuid().optional(),
        /** Of the body. */
        type: z.string().regex(PLAIN).max(200).optional(),
        body: z.union([z.string(), z.instanceof(Uint8Array)]).optional(),
      }),
      result: ExchangeAnswer,
    },
  },
  {},
)
