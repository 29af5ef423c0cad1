import { z } from 'zod'
import { Amount } from '#shared/core/money.ts'
import { exact } from '#shared/core/text.ts'

/** How a guest may pay at a counter that has no server: in cash, or from what a member's balance had when the server last told of it. */
export const OfflinePay = z.enum(['cash', 'wallets'])
export type OfflinePay = z.infer<typeof OfflinePay>

/** What was paid for a start while the terminal had no server; the terminal's signature is what it is believed by. */
export const OfflinePayment = z.object({
  /** Becomes the id of the order. */
  id: z.uuid(),
  by: OfflinePay,
  /** What the guest was told, for all people and without the deposit: the price may be another one by now. */
  amount: Amount.min(0),
  deposit: Amount.min(0).default(0),
  /** What the guest gave in cash; what is above price and deposit was given back. */
  received: Amount.min(0).max(1_000_000).optional(),
  /** What the server said of the member's value, as it sealed it; of `wallets` alone. */
  statement: exact(1000).default(''),
  /** The shift in whose drawer the cash lies, as far as the terminal knows: its clock may be wrong. */
  shiftId: z.uuid().optional(),
})
export type OfflinePayment = z.infer<typeof OfflinePayment>
