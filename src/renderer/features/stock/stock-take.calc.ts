import { newId } from '#shared/core/id.ts'
import { barcodesOf } from '#shared/features/scans/index.ts'
import { MAX_PIECES, type StockItemKind } from '#shared/features/stock/stock.schema.ts'
import type { Scan } from '#shared/ipc/devices.ts'

/** An item as the lists of items return it. */
export interface StockedItem {
  kind: StockItemKind
  id: string
  name: string
  /** Empty: none. */
  barcode: string
  stock: number
  /** Its last stock line; empty: none. */
  stockLineId: string
}

/** An item of a stock-take. */
export interface TakenItem extends StockedItem {
  /** Pieces that were found; null: not counted yet. */
  counted: number | null
  /** Whether its stock was read after it was counted, so that a sale before that is no difference. */
  isFresh: boolean
  /** Its stock moved after it was read, while it was counted without the server. */
  hasMoved: boolean
  /** The idempotency key of its count; another count has another one. */
  key: string
  /** The stock that its count has set; null: not set yet. */
  after: number | null
  /** Why its count was refused, in the language of the reader; empty: it was not. */
  problem: string
}

/** A stock-take of one store, stored on this device until it is finished. */
export interface StockTake {
  startedAt: string
  items: readonly TakenItem[]
}

/** Begins a stock-take of these items, of which none is counted. */
export const beginStockTake = (items: readonly StockedItem[], startedAt: string): StockTake => ({
  startedAt,
  items: items.map((item) => ({
    ...item,
    counted: null,
    isFresh: false,
    hasMoved: false,
    key: newId(),
    after: null,
    problem: '',
  })),
})

const change = (take: StockTake, id: string, of: (item: TakenItem) => TakenItem): StockTake => ({
  ...take,
  items: take.items.map((item) => (item.id === id ? of(item) : item)),
})

/** Sets how many pieces of an item were found; null: it is not counted. */
export const countItem = (take: StockTake, id: string, counted: number | null): StockTake =>
  change(take, id, (item) => ({
    ...item,
    counted: counted === null ? null : Math.min(Math.max(Math.trunc(counted), 0), MAX_PIECES),
    isFresh: false,
    hasMoved: false,
    key: newId(),
    after: null,
    problem: '',
  }))

/** Adds one piece to an item that was scanned. */
export function scanItem(take: StockTake, id: string): StockTake {
  const item = take.items.find((one) => one.id === id)
  return item ? countItem(take, id, (item.counted ?? 0) + 1) : take
}

/** The item that a scan means, or null. */
export function itemOfScan({ items }: StockTake, scan: Pick<Scan, 'kind' | 'value' | 'source'>): TakenItem | null {
  const codes = barcodesOf(scan)
  return items.find(({ barcode }) => barcode !== '' && codes.includes(barcode)) ?? null
}

/** The items whose name or barcode has a text, the one with exactly this barcode first. */
export function foundItems(items: readonly TakenItem[], text: string): TakenItem[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return [...items]
  const found = items.filter(
    ({ name, barcode }) => name.toLowerCase().includes(wanted) || barcode.toLowerCase().startsWith(wanted),
  )
  return found.sort((one, other) => Number(other.barcode === text.trim()) - Number(one.barcode === text.trim()))
}

/**
 * The stock of an item as read for the count with this key. A count that was changed keeps its own. So does one whose stock was read
 * already: it may be on its way, and is sent again as it was.
 */
export const readItem = (
  take: StockTake,
  { id, key }: Pick<TakenItem, 'id' | 'key'>,
  { stock, stockLineId }: Pick<StockedItem, 'stock' | 'stockLineId'>,
): StockTake =>
  change(take, id, (item) =>
    item.key === key && !item.isFresh ? { ...item, stock, stockLineId, isFresh: true, hasMoved: false } : item,
  )

/**
 * The stock of an item whose stock was not read after its count, as read before the count is set. Where it has moved, nobody knows
 * whether before or after the count, so it must be counted again.
 */
export const checkItem = (
  take: StockTake,
  { id, key }: Pick<TakenItem, 'id' | 'key'>,
  { stock, stockLineId }: Pick<StockedItem, 'stock' | 'stockLineId'>,
): StockTake =>
  change(take, id, (item) => {
    if (item.key !== key) return item
    const hasMoved = item.stockLineId !== stockLineId
    return { ...item, stock, stockLineId, isFresh: !hasMoved, hasMoved }
  })

/** The answer to the count with this key. */
export const setItem = (
  take: StockTake,
  { id, key }: Pick<TakenItem, 'id' | 'key'>,
  result: { after: number } | { problem: string },
): StockTake => change(take, id, (item) => (item.key === key ? { ...item, problem: '', ...result } : item))

export type StockTakeFilter = 'all' | 'toCount' | 'counted' | 'differs'

const isCounted = ({ counted }: TakenItem): boolean => counted !== null

/** Pieces more or less than there should be; null: not counted yet, or set already. */
export const differenceOf = ({ counted, stock, after }: TakenItem): number | null =>
  counted === null || after !== null ? null : counted - stock

const filters: Record<StockTakeFilter, (item: TakenItem) => boolean> = {
  all: () => true,
  toCount: (item) => !isCounted(item),
  counted: isCounted,
  differs: (item) => item.hasMoved || item.problem !== '' || (differenceOf(item) ?? 0) !== 0,
}

/** The items of a filter. */
export const itemsOf = ({ items }: StockTake, filter: StockTakeFilter): TakenItem[] => items.filter(filters[filter])

/** The counts that are not set yet and can be. */
export const countsToSet = ({ items }: StockTake): TakenItem[] =>
  items.filter((item) => isCounted(item) && item.after === null && !item.hasMoved)

/** How many items are counted, and how many counts are set. */
export function progressOf({ items }: StockTake): { items: number; counted: number; set: number } {
  const counted = items.filter(isCounted)
  return { items: items.length, counted: counted.length, set: counted.filter(({ after }) => after !== null).length }
}
