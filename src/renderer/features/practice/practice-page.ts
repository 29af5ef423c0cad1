import type { Page } from '#shared/core/envelope.ts'

/** Wraps rows as the first and only page of a list. */
export const toPageOf = <R>(rows: readonly R[], size: number): Page<R> => ({
  records: rows.slice(0, size),
  total: rows.length,
  size,
  current: 1,
  pages: Math.ceil(rows.length / size),
  searchCount: true,
})
