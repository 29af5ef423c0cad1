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

/** A trimmed text of one line, such as a name or a remark. Lengths are in characters. */
export const line = (longest: number, shortest = 0) =>
  z
    .string()
    .trim()
    .refine((text) => isWhole(text) && !CONTROL.test(text), wrong('input.oneLine'))
    .min(shortest)
    .max(longest)

/** A text of one line that is not trimmed, such as a password, a code or an id. */
export const exact = (longest: number, shortest = 0) =>
  z
    .string()
    .refine((text) => isWhole(text) && !CONTROL.test(text), wrong('input.oneLine'))
    .min(shortest)
    .max(longest)

/** A text of several lines, such as a description. */
export const lines = (longest: number, shortest = 0) =>
  z
    .string()
    .refine((text) => isWhole(text) && !CONTROL_IN_LINES.test(text), wrong('input.noControls'))
    .min(shortest)
    .max(longest)

/** A text that must be stored whatever it holds, such as a copy of refused input: invalid characters are replaced. */
export const cleaned = (longest: number) =>
  z
    .string()
    .max(longest)
    .transform((text) => text.toWellFormed().replace(/\p{Cc}/gu, '\ufffd'))
