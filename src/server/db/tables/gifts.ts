import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { GiftMode } from '#shared/features/gifts/gifts.schema.ts'
import type { OrderGiftEnd, OrderGiftState } from '#shared/features/gifts/order-gifts.contract.ts'

interface Stamped {
  id: string
  orgCode: string
  remark: Generated<string>
  createdBy: Generated<string>
  createdAt: ColumnType<Date, Date | undefined, never>
  updatedBy: Generated<string | null>
  updatedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
}

interface GiftType extends Stamped {
  name: string
  indexNumber: Generated<number>
}

interface Gift extends Stamped {
  name: string
  /** The name of its type; empty: none. */
  giftType: Generated<string>
  knownType: GeneratedAlways<string | null>
  /** Unique at the store; empty: none. */
  barcode: Generated<string>
  photo: Generated<string>
  mode: Generated<GiftMode>
  /** In fen, as `cost`. */
  price: Generated<number>
  integral: Generated<number>
  cost: Generated<number>
  /** Stock at or below it is low; 0: never. */
  lowStock: Generated<number>
  active: Generated<boolean>
}

interface OrderGift {
  /** Of the order. */
  id: string
  orgCode: string
  memberId: string
  giftId: string
  giftName: string
  pieces: number
  state: Generated<OrderGiftState>
  /** Why it is not given. */
  endedFor: Generated<'' | OrderGiftEnd>
  reason: Generated<string>
  /** Who received it, if not the member. */
  recipient: Generated<string>
  createdAt: Date
  endedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
  endedBy: Generated<string>
}

export interface GiftTables {
  giftType: GiftType
  gift: Gift
  orderGift: OrderGift
}
