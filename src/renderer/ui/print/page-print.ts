import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { create } from 'zustand'
import type { Page } from '#shared/core/envelope.ts'

/** How many rows of a list are printed at most; the paper says so. */
export const PRINTED_ROWS = 1000
/** How many rows a call returns at most. */
const ROWS_A_CALL = 200

interface PageAt {
  pageNo: number
  pageSize: number
}

/** Reads a page of the rows that match a list's filters. */
export type ReadRows<R> = (page: PageAt) => Promise<Page<R> | R[]>

interface Printing {
  /** When printing began, in ms; null while the page is only on the screen. */
  printedAt: number | null
  /** Whether rows are being read. */
  isReading: boolean
  /** The lists on the screen. */
  lists: ReadonlySet<object>
  /** The rows read for printing, by list. */
  rows: ReadonlyMap<object, readonly unknown[]>
}

const usePrinting = create<Printing>(() => ({ printedAt: null, isReading: false, lists: new Set(), rows: new Map() }))
const readers = new Map<object, () => Promise<readonly unknown[]>>()

/** When printing began, in ms; null while the page is only on the screen. */
export const usePrintedAt = (): number | null => usePrinting(({ printedAt }) => printedAt)
export const useIsReadingForPrint = (): boolean => usePrinting(({ isReading }) => isReading)
export const useHasLists = (): boolean => usePrinting(({ lists }) => lists.size > 0)

// The browser's own menu prints without asking; React must have drawn the paper when this event ends.
window.addEventListener('beforeprint', () => flushSync(() => usePrinting.setState({ printedAt: Date.now() })))
window.addEventListener('afterprint', () => usePrinting.setState({ printedAt: null, rows: new Map() }))

/** Prints the page; each list with all rows that its filters match, up to `PRINTED_ROWS`. */
export async function printPage(): Promise<void> {
  if (usePrinting.getState().isReading) return
  usePrinting.setState({ isReading: true })
  try {
    const read = [...readers].map(async ([list, rows]) => [list, await rows()] as const)
    usePrinting.setState({ rows: new Map(await Promise.all(read)) })
  } finally {
    usePrinting.setState({ isReading: false })
  }
  window.print()
}

async function readUpTo<R>(read: ReadRows<R>): Promise<R[]> {
  const rows: R[] = []
  for (let pageNo = 1; ; pageNo++) {
    const page = await read({ pageNo, pageSize: ROWS_A_CALL })
    if (Array.isArray(page)) return page.slice(0, PRINTED_ROWS)
    rows.push(...page.records)
    if (page.records.length < ROWS_A_CALL || rows.length >= PRINTED_ROWS) return rows.slice(0, PRINTED_ROWS)
  }
}

/** Has a list's rows printed while it is on the screen. Returns the rows for the paper; null if only those on the screen are known. */
export function usePrintedRows<R>(list: object, read: ReadRows<R>): readonly R[] | null {
  useEffect(() => {
    readers.set(list, () => readUpTo(read))
    return () => void readers.delete(list)
  }, [list, read])
  useEffect(() => {
    usePrinting.setState(({ lists }) => ({ lists: new Set(lists).add(list) }))
    return () => usePrinting.setState(({ lists }) => ({ lists: new Set([...lists].filter((one) => one !== list)) }))
  }, [list])
  // Safe: the rows of a list come from its own `read`.
  return (usePrinting(({ rows }) => rows.get(list)) as readonly R[] | undefined) ?? null
}
