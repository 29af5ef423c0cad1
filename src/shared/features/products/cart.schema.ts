import { z } from 'zod'
import { Amount } from '#shared/core/money.ts'

/** The most lines of a cart, and pieces of a line. */
export const MAX_CART_LINES = 50
export const MAX_LINE_PIECES = 999

export const CartLine = z.object({
  productId: z.uuid(),
  count: z.number().int().min(1).max(MAX_LINE_PIECES),
  /** Of a piece. Needed for a custom price; of a fixed one it is what the guest was quoted. */
  price: Amount.min(0.01).max(1_000_000).nullish(),
})
export type CartLine = z.infer<typeof CartLine>

/** Products of a sale. */
export const Cart = z.array(CartLine).max(MAX_CART_LINES)

export const OrderLineKind = z.enum(['ride', 'deposit', 'product'])
export type OrderLineKind = z.infer<typeof OrderLineKind>

/** A line of an order that contains products. */
export const SoldLine = z.object({
  id: z.uuid(),
  kind: OrderLineKind,
  /** Empty for the ride and the deposit. */
  productId: z.string(),
  name: z.string(),
  taxMark: z.string(),
  count: z.number().int(),
  price: Amount,
  amount: Amount,
})
export type SoldLine = z.infer<typeof SoldLine>
