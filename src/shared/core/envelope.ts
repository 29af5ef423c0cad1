import { z } from 'zod'
import type { ErrorDetails } from './errors.ts'

/**
 * The response of every call (`api-family 1.2`), always with all five keys of the family.
 *
 * `asOf` and `error` are additions of ours. `error` has the error code for our own client, and the values that the text mentions.
 */
export interface Envelope<T = unknown> {
  success: boolean
  message: string
  code: number
  result: T | null
  timestamp: number
  /** When the data was read, in ms, if a standby answered that was not up to date. */
  asOf?: number
  error?: { code: string; details: ErrorDetails; requestId: string }
}

/** Lists are counted up to so many rows. Above, `total` is an estimate, `searchCount` is false, and screens say "more than". */
export const COUNTED_ROWS = 2000

/** A page of a list, with the names that the family's clients read. */
export interface Page<T> {
  records: T[]
  total: number
  size: number
  current: number
  pages: number
  searchCount: boolean
}

export const pageOf = <R extends z.ZodType>(row: R) =>
  z.object({
    records: z.array(row),
    total: z.number().int(),
    size: z.number().int(),
    current: z.number().int(),
    pages: z.number().int(),
    searchCount: z.boolean(),
  })

/** Wraps rows as a page of a counted list; `current` is the page number from 1. */
export const toPage = <T>(records: T[], total: number, current: number, size: number): Page<T> => ({
  records,
  total,
  size,
  current,
  pages: Math.ceil(total / size),
  searchCount: true,
})
