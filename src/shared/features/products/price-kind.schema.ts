import { z } from 'zod'

/** Whether the price is the product's own or entered at each sale. */
export const PriceKind = z.enum(['fixed', 'custom'])
export type PriceKind = z.infer<typeof PriceKind>
