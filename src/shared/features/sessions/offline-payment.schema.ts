import { z } from 'zod'
import { Amount } from '#shared/core/money.ts'
import { exact } from '#shared/core/text.ts'

/** Ways to pay offline: in cash, or from a member's balance as last stated by the server. */
export const OfflinePay = z.enum(['cash', 'wallets'])
export type OfflinePay = z.infer<typeof OfflinePay>

/** Payment of an offline start, authenticated by the terminal's signature. */
export const OfflinePayment = z.object({
  /** Becomes the id of the order. */
  id: z.uuid(),
  by: OfflinePay,
  /** Price shown to the guest, for all people and without the deposit; the current price may differ. */
  amount: Amount.min(0),
  deposit: Amount.min(0).default(0),
  /** Cash received, including change given back. */
  received: Amount.min(0).max(1_000_000).optional(),
  /** The server's sealed statement of the member's value; only for `wallets`. */
  statement: exact(1000).default(''),
  /** Shift of the cash according to the terminal, whose clock may be wrong. */
  shiftId: z.uuid().optional(),
})
export type OfflinePayment = z.infer<typeof OfflinePayment>
