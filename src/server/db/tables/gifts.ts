import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { GiftMode } from '#shared/features/gifts/gifts.schema.ts'

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

export interface GiftTables {
  giftType: GiftType
  gift: Gift
}
