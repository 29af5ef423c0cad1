import { z } from 'zod'
import type { TextKey } from '#shared/i18n/catalogue.ts'

/** Control characters, among them NUL, which no table takes. A text of several lines may have line ends and tabs. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u
const CONTROL_IN_LINES = /(?![\t\n\r])\p{Cc}/u

/** False for an unpaired surrogate, which no database and no printer takes. */
const isWhole = (text: string): boolean => text.isWellFormed()

/** The options of a refinement of our own: the reason as a text key. Zod's own message stays empty. */
interface Wrong {
  error?: string
  params: { reason: TextKey }
}

/** The options of a refinement or pattern with the text key that says what is wrong. */
export const wrong = (reason: TextKey): Wrong => ({ params: { reason } })

// Every text from outside is one of `line`, `exact` and `lines`, or has a pattern that admits no control characters.

/** Makes the schema of each pair of limits once: hundreds of fields share a few of them. */
const ofLength = (make: (longest: number, shortest: number) => z.ZodString) => {
  const made = new Map<string, z.ZodString>()
  return (longest: number, shortest = 0): z.ZodString => {
    const limits = `${shortest} ${longest}`
    const schema = made.get(limits) ?? make(longest, shortest)
    made.set(limits, schema)
    return schema
  }
}

/** A trimmed text of one line, such as a name or a remark. Lengths are in characters. */
export const line = ofLength((longest, shortest) =>
  z
    .string()
    .trim()
    .refine((text) => isWhole(text) && !CONTROL.test(text), wrong('input.oneLine'))
    .min(shortest)
    .max(longest),
)

/** A text of one line that is not trimmed, such as a password, a code or an id. */
export const exact = ofLength((longest, shortest) =>
  z
    .string()
    .refine((text) => isWhole(text) && !CONTROL.test(text), wrong('input.oneLine'))
    .min(shortest)
    .max(longest),
)

/** A text of several lines, such as a description. */
export const lines = ofLength((longest, shortest) =>
  z
    .string()
    .refine((text) => isWhole(text) && !CONTROL_IN_LINES.test(text), wrong('input.noControls'))
    .min(shortest)
    .max(longest),
)

/** A text that must be stored whatever it holds, such as a copy of refused input: invalid characters are replaced. */
export const cleaned = (longest: number) =>
  z
    .string()
    .max(longest)
    .transform((text) => text.toWellFormed().replace(/\p{Cc}/gu, '\ufffd'))
