import { z } from 'zod'
import { Amount } from '#shared/core/money.ts'

const sums = {
  /** Pieces that were paid. */
  sold: z.number().int(),
  /** Pieces that were refunded, also of earlier sales. */
  refunded: z.number().int(),
  /** What was paid, less refunds. */
  amount: Amount,
}

/** The sales of a product, or of a gift. */
export const ProductFigure = z.object({
  productId: z.uuid(),
  name: z.string(),
  productType: z.string(),
  ...sums,
})
export type ProductFigure = z.infer<typeof ProductFigure>

/** Sales by product, those with the highest amount first, and their total. */
export const ProductFigures = z.object({ rows: z.array(ProductFigure), total: z.object(sums) })
export type ProductFigures = z.infer<typeof ProductFigures>
