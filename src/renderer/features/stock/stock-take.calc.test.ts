import { expect, it } from 'vitest'
import {
  beginStockTake,
  checkItem,
  countItem,
  countsToSet,
  differenceOf,
  foundItems,
  itemOfScan,
  itemsOf,
  progressOf,
  readItem,
  type StockTake,
  scanItem,
  setItem,
} from './stock-take.calc.ts'

const water = {
  kind: 'product',
  id: 'water',
  name: '矿泉水',
  barcode: '6901234567892',
  stock: 10,
  stockLineId: 'w1',
} as const
const gloves = {
  kind: 'product',
  id: 'gloves',
  name: '手套',
  barcode: '96385074',
  stock: 4,
  stockLineId: 'g1',
} as const
const bear = { kind: 'gift', id: 'bear', name: '小熊', barcode: '', stock: 0, stockLineId: '' } as const
const begun = beginStockTake([water, gloves, bear], '2026-11-28T10:00:00Z')
const of = (take: StockTake, id: string) => {
  const item = take.items.find((one) => one.id === id)
  if (!item) throw new Error(`no ${id}`)
  return item
}

it('counts each scan of a barcode as one piece, also where it looks like a card', () => {
  const scan = { kind: 'unknown', value: water.barcode, source: 'wedge' } as const
  expect(itemOfScan(begun, scan)?.id).toBe('water')
  expect(itemOfScan(begun, { kind: 'memberCard', value: '0096385074', source: 'wedge' })?.id).toBe('gloves')
  expect(itemOfScan(begun, { kind: 'unknown', value: '', source: 'wedge' })).toBeNull()
  const twice = scanItem(scanItem(begun, 'water'), 'water')
  expect(of(twice, 'water').counted).toBe(2)
  expect(progressOf(twice)).toEqual({ items: 3, counted: 1, set: 0 })
})

it('finds items by a part of the name or the beginning of the barcode, the exact barcode first', () => {
  expect(foundItems(begun.items, '手').map(({ id }) => id)).toEqual(['gloves'])
  expect(foundItems(begun.items, '9638').map(({ id }) => id)).toEqual(['gloves'])
  expect(foundItems(begun.items, ' ')).toHaveLength(3)
})

it('takes the stock as it was at the count, not as it was at the beginning', () => {
  const counted = countItem(begun, 'water', 9)
  const read = readItem(counted, of(counted, 'water'), { stock: 9, stockLineId: 'w2' })
  expect(differenceOf(of(read, 'water'))).toBe(0)
  expect(of(read, 'water')).toMatchObject({ stockLineId: 'w2', isFresh: true })
})

it('leaves a count alone that was changed while its stock was read', () => {
  const first = countItem(begun, 'water', 9)
  const second = countItem(first, 'water', 8)
  const read = readItem(second, of(first, 'water'), { stock: 9, stockLineId: 'w2' })
  expect(of(read, 'water')).toMatchObject({ counted: 8, stock: 10, stockLineId: 'w1', isFresh: false })
  expect(of(setItem(second, of(first, 'water'), { after: 9 }), 'water').after).toBeNull()
})

it('sends a count again as it was, when its answer was lost and its stock is read meanwhile', () => {
  const counted = countItem(begun, 'water', 9)
  const checked = checkItem(counted, of(counted, 'water'), { stock: 10, stockLineId: 'w1' })
  // The count was set, and this read has seen its line.
  const late = readItem(checked, of(checked, 'water'), { stock: 9, stockLineId: 'w2' })
  expect(of(late, 'water')).toEqual(of(checked, 'water'))
})

it('sets no count whose stock moved while it was counted without the server', () => {
  const counted = countItem(countItem(begun, 'water', 9), 'gloves', 4)
  const water2 = checkItem(counted, of(counted, 'water'), { stock: 9, stockLineId: 'w2' })
  const both = checkItem(water2, of(water2, 'gloves'), { stock: 4, stockLineId: 'g1' })
  expect(countsToSet(both).map(({ id }) => id)).toEqual(['gloves'])
  expect(itemsOf(both, 'differs').map(({ id }) => id)).toEqual(['water'])
  // Counted again, it is a count of the stock that is known now.
  const again = countItem(both, 'water', 9)
  expect(countsToSet(again).map(({ id }) => id)).toEqual(['water', 'gloves'])
  expect(of(checkItem(again, of(again, 'water'), { stock: 9, stockLineId: 'w2' }), 'water').hasMoved).toBe(false)
})

it('sets each count once, and a changed one under another key', () => {
  const counted = countItem(begun, 'bear', 3)
  const done = setItem(counted, of(counted, 'bear'), { after: 3 })
  expect([countsToSet(done), progressOf(done)]).toEqual([[], { items: 3, counted: 1, set: 1 }])
  const again = countItem(done, 'bear', 2)
  expect(of(again, 'bear').key).not.toBe(of(counted, 'bear').key)
  expect(countsToSet(again)).toHaveLength(1)
})

it('has no count below 0 or with parts of pieces', () => {
  expect(of(countItem(begun, 'bear', -2), 'bear').counted).toBe(0)
  expect(of(countItem(begun, 'bear', 2.7), 'bear').counted).toBe(2)
  expect(of(countItem(countItem(begun, 'bear', 2), 'bear', null), 'bear').counted).toBeNull()
})
