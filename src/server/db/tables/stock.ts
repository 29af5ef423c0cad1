import type { ColumnType, GeneratedAlways } from 'kysely'
import type { StockItemKind, StockLineKind } from '#shared/features/stock/stock.schema.ts'

/** Only `write_stock` writes these tables. */
type Read<T> = ColumnType<T, never, never>

interface StockLevel {
  itemKind: Read<StockItemKind>
  itemId: Read<string>
  orgCode: Read<string>
  /** Always the sum of the lines. */
  quantity: Read<number>
  lastLine: Read<string | null>
}

interface StockLine {
  seq: GeneratedAlways<number>
  id: Read<string>
  orgCode: Read<string>
  itemKind: Read<StockItemKind>
  itemId: Read<string>
  itemName: Read<string>
  kind: Read<StockLineKind>
  delta: Read<number>
  quantityAfter: Read<number>
  counted: Read<number | null>
  /** What a count should have found, by the line that its counter saw. */
  expected: Read<number | null>
  /** The other store of a move. */
  otherOrg: Read<string | null>
  handedFor: Read<'' | 'order' | 'points' | 'coupon' | 'free'>
  orderId: Read<string | null>
  memberId: Read<string | null>
  recipient: Read<string>
  reason: Read<string>
  causeId: Read<string>
  operatorId: Read<string | null>
  operatorName: Read<string>
  terminalId: Read<string | null>
  createdAt: Read<Date>
}

export interface StockTables {
  stockLevel: StockLevel
  stockLine: StockLine
}
