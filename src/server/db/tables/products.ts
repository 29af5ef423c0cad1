import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { OrderLineKind } from '#shared/features/products/cart.schema.ts'
import type { PriceKind } from '#shared/features/products/price-kind.schema.ts'
import type { StockItemKind } from '#shared/features/stock/stock.schema.ts'

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

interface OrderLine {
  id: string
  orgCode: string
  orderId: string
  /** Its position on receipts. */
  place: number
  kind: OrderLineKind
  /** What is sold, if it is a product line: a product, a gift or codes of a coupon batch. */
  productId: string | null
  giftId: Generated<string | null>
  batchId: Generated<string | null>
  /** As at the sale. */
  name: string
  taxMark: Generated<string>
  pieces: Generated<number>
  /** Of a piece, in fen. */
  price: number
  amount: number
  /** Whether the pieces were taken from stock. */
  takesStock: Generated<boolean>
  /** Pieces that are refunded or being refunded. */
  refunded: Generated<number>
}

/** What lines of orders sell: products, gifts and coupons. */
interface GoodsItem {
  itemKind: StockItemKind | 'coupon'
  id: string
  orgCode: string
  name: string
  itemType: string
  barcode: string
  priceKind: PriceKind
  price: number
  minPrice: number
  maxPrice: number
  taxMark: string
  tracksStock: boolean
  selfService: boolean
  active: boolean
  /** False: a gift or coupon without a price in money. */
  forSale: boolean
}

interface RefundLine {
  refundId: string
  orgCode: string
  lineId: string
  pieces: number
  /** Of these, the pieces that are written off. */
  damaged: Generated<number>
  amount: number
}

export interface ProductTables {
  productType: ProductType
  product: Product
  goodsItem: GoodsItem
  orderLine: OrderLine
  refundLine: RefundLine
}
