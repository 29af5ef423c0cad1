import { z } from 'zod'
import { Amount } from '#shared/core/money.ts'
import { PriceKind } from './price-kind.schema.ts'

/** The most lines of a cart, and pieces of a line. */
export const MAX_CART_LINES = 50
export const MAX_LINE_PIECES = 999

export const CartLine = z.object({
  /** A product, or a gift that is sold for money. */
  productId: z.uuid(),
  count: z.number().int().min(1).max(MAX_LINE_PIECES),
  /** Of a piece. Needed for a custom price; of a fixed one it is what the guest was quoted. */
  price: Amount.min(0.01).max(1_000_000).nullish(),
})
export type CartLine = z.infer<typeof CartLine>

/** Products and gifts of a sale. */
export const Cart = z.array(CartLine).max(MAX_CART_LINES)

/** A product, or a gift that is sold for money, as counters offer it. */
export const OfferedProduct = z.object({
  id: z.uuid(),
  sysOrgCode: z.string(),
  productName: z.string(),
  productType: z.string(),
  barcode: z.string(),
  priceKind: PriceKind,
  price: Amount,
  /** Between these is a custom price; 0: no limit. */
  minPrice: Amount,
  maxPrice: Amount,
  /** Null where its pieces are not counted. */
  stock: z.number().int().nullable(),
})
export type OfferedProduct = z.infer<typeof OfferedProduct>

/** A line of a counter's cart: what the guest was quoted. */
export const CartItem = z.object({
  productId: z.uuid(),
  name: z.string().max(60),
  priceKind: PriceKind,
  /** Of a piece; null until a custom price is entered. */
  price: Amount.min(0).max(1_000_000).nullable(),
  minPrice: Amount.min(0).max(1_000_000),
  maxPrice: Amount.min(0).max(1_000_000),
  count: z.number().int().min(1).max(MAX_LINE_PIECES),
})
export type CartItem = z.infer<typeof CartItem>

export const OrderLineKind = z.enum(['ride', 'deposit', 'product'])
export type OrderLineKind = z.infer<typeof OrderLineKind>

/** A line of an order that contains products or gifts. */
export const SoldLine = z.object({
  id: z.uuid(),
  kind: OrderLineKind,
  /** Of the product or gift; empty for the ride and the deposit. */
  productId: z.string(),
  name: z.string(),
  taxMark: z.string(),
  count: z.number().int(),
  price: Amount,
  amount: Amount,
})
export type SoldLine = z.infer<typeof SoldLine>
