import { z } from 'zod'
import { Amount } from '#shared/core/money.ts'
import { onScreen, route } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { PhoneHandover, PhoneWay } from '#shared/features/payments/payments.schema.ts'

const MAX_LINES = 50
const MAX_PIECES = 999

const Purchase = z.object({
  /** The id of the order, which is the call's key. */
  id: z.uuid(),
  state: z.enum(['nopay', 'paid', 'closed', 'refunding', 'refunded']),
  amount: Amount,
  /** What the phone needs to pay, until when; null before the provider has answered, and once it cannot be paid on the phone. */
  phone: z.object({ handover: PhoneHandover, until: WireTime }).nullable(),
})
export type MemberPurchase = z.infer<typeof Purchase>

/** What the guest chose on the page of the sandbox; ignored by every other provider. */
const Sandbox = z.enum(['success', 'slow', 'never', 'refused']).default('success')

/** How the order is paid, where the phone pays. */
const paid = {
  way: PhoneWay.default('sandbox'),
  sandbox: Sandbox,
  /** Code or id of the store in the page's address, to which the provider sends the guest back. */
  store: exact(64).default(''),
}

/** What members buy by themselves, paid on the phone or from the balance. */
export const memberShop = onScreen('memberShop', {
  shop: route({
    method: 'GET',
    path: '/m/shop',
    summary: 'Recharges and products for self-service, and how the phone can pay',
    access: 'member',
    /** Whether the page is open in WeChat's own browser. */
    query: z.object({ inWechat: z.enum(['YES', 'NO']).default('NO') }),
    result: z.object({
      /** Empty: recharges cannot be bought, and products only from the balance. */
      phone: z.array(PhoneWay).max(10),
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
        .max(5500),
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
      ...paid,
    }),
    result: Purchase,
    idempotent: { exceptFields: ['sandbox', 'store'] },
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
            count: z.number().int().min(1).max(MAX_PIECES),
            price: Amount,
          }),
        )
        .min(1)
        .max(MAX_LINES),
      pays: z.enum(['wallet', 'scan']),
      /** The consumption password, where the member has one and pays from the balance. */
      password: exact(64).default(''),
      ...paid,
    }),
    result: Purchase,
    idempotent: { exceptFields: ['password', 'sandbox', 'store'] },
  }),
  giveUp: route({
    method: 'POST',
    path: '/m/shop/giveUp',
    summary:
      'Stops waiting for the payment of an order that the member made on this page; what is paid all the same goes back',
    access: 'member',
    body: z.object({ id: z.uuid() }),
    result: Purchase,
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
