import { z } from 'zod'
import type { ErrorDetails } from './errors.ts'

/**
 * The answer of every call (`api-family 1.2`): always all five keys. `error` is ours: the code that our own client
 * decides by, and what the text mentions.
 */
export interface Envelope<T = unknown> {
  success: boolean
  message: string
  code: number
  result: T | null
  timestamp: number
  error?: { code: string; details: ErrorDetails; requestId: string }
}

/** Rows up to which a list is counted; where there are more, `total` is an estimate, `searchCount` is false, and screens say "more than". */
export const COUNTED_ROWS = 2000

/** A page of a list as the family's clients read it. */
export interface Page<T> {
  records: T[]
  total: number
  size: number
  current: number
  pages: number
  searchCount: boolean
}

/** The schema of a page of rows. */
export const pageOf = <R extends z.ZodType>(row: R) =>
  z.object({
    records: z.array(row),
    total: z.number().int(),
    size: z.number().int(),
    current: z.number().int(),
    pages: z.number().int(),
    searchCount: z.boolean(),
  })

/** Wraps rows as the page that a list call answers. */
export const toPage = <T>(records: T[], total: number, current: number, size: number): Page<T> => ({
  records,
  total,
  size,
  current,
  pages: Math.ceil(total / size),
  searchCount: true,
})
