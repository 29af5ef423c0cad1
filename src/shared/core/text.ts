import { z } from 'zod'
import type { TextKey } from '#shared/i18n/catalogue.ts'

/** Control characters, of which NUL is one that no table takes; a text of several lines may have line ends and tabs. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u
const CONTROL_IN_LINES = /(?![\t\n\r])\p{Cc}/u

/** Half of a pair, which stands for no character: no database and no printer takes it. */
const isWhole = (text: string): boolean => text.isWellFormed()

/** What a check of our own carries; `error` is zod's own place for words, which stays empty. */
interface Wrong {
  error?: string
  params: { reason: TextKey }
}

/** How a rule or a pattern of our own says what is wrong: in a text that the server finds in the reader's language. */
export const wrong = (reason: TextKey): Wrong => ({ params: { reason } })

/** Every text that comes from outside is one of these three, or has a pattern that admits no such characters. */

/** A text of one line as people type it: names, remarks. What stands around it is not part of it. */
export const line = (longest: number, shortest = 0) =>
  z
    .string()
    .trim()
    .refine((text) => isWhole(text) && !CONTROL.test(text), wrong('input.oneLine'))
    .min(shortest)
    .max(longest)

/** A text of one line that counts as it is, spaces too: passwords, codes, ids. */
export const exact = (longest: number, shortest = 0) =>
  z
    .string()
    .refine((text) => isWhole(text) && !CONTROL.test(text), wrong('input.oneLine'))
    .min(shortest)
    .max(longest)

/** A text of several lines: contents, descriptions. */
export const lines = (longest: number, shortest = 0) =>
  z
    .string()
    .refine((text) => isWhole(text) && !CONTROL_IN_LINES.test(text), wrong('input.noControls'))
    .min(shortest)
    .max(longest)

/** A text that must be kept whatever it holds, such as a copy of what was refused: what is no character is shown as such. */
export const cleaned = (longest: number) =>
  z
    .string()
    .max(longest)
    .transform((text) => text.toWellFormed().replace(/\p{Cc}/gu, '\ufffd'))
