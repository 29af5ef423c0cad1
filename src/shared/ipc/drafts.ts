import { z } from 'zod'
import { ipcGroup } from '#shared/core/ipc.ts'
import { CartItem, MAX_CART_LINES } from '#shared/features/products/cart.schema.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'

/** Draft of the counter, stored in case the program ends unexpectedly. */
export const CounterDraft = z.object({
  /** Store and user of the draft; it is not offered to others. */
  owner: z.string().max(100),
  at: z.iso.datetime(),
  memberId: z.string().max(32),
  type: ConsumeType,
  ruleId: z.string().max(64).nullable(),
  people: z.number().int().min(1).max(100),
  racer: z.string().max(100).nullable(),
  remark: z.string().max(500),
  vehicleId: z.string().max(64).nullable(),
  moreVehicles: z.array(z.string().max(64)).max(50),
  couponCode: z.string().max(64),
  cart: z.array(CartItem).max(MAX_CART_LINES).default([]),
})
export type CounterDraft = z.infer<typeof CounterDraft>

export const draftsGroup = ipcGroup(
  {
    read: { input: z.object({}), result: CounterDraft.nullable() },
    keep: { input: z.object({ draft: CounterDraft.nullable() }), result: z.object({}) },
  },
  {},
)
