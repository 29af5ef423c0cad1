import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { PriceKind } from '#shared/features/products/products.schema.ts'

interface Stamped {
  id: string
  orgCode: string
  remark: Generated<string>
  createdBy: Generated<string>
  createdAt: ColumnType<Date, Date | undefined, never>
  updatedBy: Generated<string | null>
  updatedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
}

interface ProductType extends Stamped {
  name: string
  indexNumber: Generated<number>
}

interface Product extends Stamped {
  name: string
  /** The name of its type; empty: none. */
  productType: Generated<string>
  knownType: GeneratedAlways<string | null>
  /** Empty: none. */
  barcode: Generated<string>
  photo: Generated<string>
  priceKind: Generated<PriceKind>
  /** In fen, as the limits of a custom price. */
  price: Generated<number>
  minPrice: Generated<number>
  /** 0: no limit. */
  maxPrice: Generated<number>
  /** Printed beside the line on receipts. */
  taxMark: Generated<string>
  tracksStock: Generated<boolean>
  /** Stock at or below it is low; 0: never. */
  lowStock: Generated<number>
  selfService: Generated<boolean>
  active: Generated<boolean>
}

export interface ProductTables {
  productType: ProductType
  product: Product
}
