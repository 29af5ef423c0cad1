import { z } from 'zod'
import { Amount } from '#shared/core/money.ts'
import { onScreen, route } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'

const MOST_LINES = 50
const MOST_PIECES = 999

const Purchase = z.object({
  /** The id of the order, which is the call's key. */
  id: z.uuid(),
  state: z.enum(['nopay', 'paid', 'closed', 'refunding', 'refunded']),
  amount: Amount,
})
export type MemberPurchase = z.infer<typeof Purchase>

/** What the guest chose on the page of the sandbox; ignored by every other provider. */
const Sandbox = z.enum(['success', 'slow', 'never', 'refused']).default('success')

/** What members buy by themselves, paid on the phone or from the balance. */
export const memberShop = onScreen('memberShop', {
  shop: route({
    method: 'GET',
    path: '/m/shop',
    summary: 'Recharges and products for self-service, and how the phone can pay',
    access: 'member',
    result: z.object({
      /** `none`: recharges cannot be bought, and products only from the balance. */
      phone: z.enum(['sandbox', 'none']),
      hasPassword: z.boolean(),
      recharges: z
        .array(
          z.object({
            ruleId: z.uuid(),
            name: z.string(),
            price: Amount,
            balance: Amount,
            give: Amount,
            integral: z.number().int(),
            frequency: z.number().int(),
            laps: z.number().int(),
            gift: z.string(),
          }),
        )
        .max(500),
      products: z
        .array(
          z.object({
            id: z.uuid(),
            name: z.string(),
            photo: z.string(),
            price: Amount,
            /** The most pieces of one order; 0: sold out. */
            most: z.number().int(),
          }),
        )
        .max(5000),
    }),
  }),
  recharge: route({
    method: 'POST',
    path: '/m/shop/recharge',
    summary: 'Recharges the member, paid on the phone; the key becomes the id of the order',
    access: 'member',
    body: z.object({
      ruleId: z.uuid(),
      /** The price that was shown; another current price is refused. */
      price: Amount,
      sandbox: Sandbox,
    }),
    result: Purchase,
    idempotent: { exceptFields: ['sandbox'] },
  }),
  buy: route({
    method: 'POST',
    path: '/m/shop/buy',
    summary: 'Sells products to the member; the key becomes the id of the order',
    access: 'member',
    body: z.object({
      lines: z
        .array(
          z.object({
            productId: z.uuid(),
            count: z.number().int().min(1).max(MOST_PIECES),
            price: Amount,
          }),
        )
        .min(1)
        .max(MOST_LINES),
      pays: z.enum(['wallet', 'scan']),
      /** The consumption password, where the member has one and pays from the balance. */
      password: exact(64).default(''),
      sandbox: Sandbox,
    }),
    result: Purchase,
    idempotent: { exceptFields: ['password', 'sandbox'] },
  }),
  purchase: route({
    method: 'GET',
    path: '/m/shop/purchase',
    summary: 'The state of an order that the member made on this page',
    access: 'member',
    query: z.object({ id: z.uuid() }),
    result: Purchase,
  }),
})
