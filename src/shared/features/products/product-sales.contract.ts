import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { Amount } from '#shared/core/money.ts'
import { route, textFilter } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import { ChargeLine, OrderPayMode, OrderState } from '#shared/features/sessions/charge.schema.ts'
import { Cart, OfferedProduct, SoldLine } from './cart.schema.ts'

/** How products are paid: by scan, in cash, or from the balance of a member. */
export const SalePayMode = z.enum(['wechat', 'cash', 'balance'])
export type SalePayMode = z.infer<typeof SalePayMode>

export const SaleInput = z.object({
  lines: Cart.min(1),
  consumePayMode: SalePayMode,
  /** Who pays by balance, or whom the order names. */
  userId: exact(32).nullish(),
  /** The pay code on the customer's phone; stored only until the payment ends. */
  payCode: exact(64).nullish(),
  /** Cash received; stored with the order, for the change. */
  received: Amount.min(0).max(1_000_000).nullish(),
  remark: line(200).nullish(),
  cashierId: familyField(exact(64).nullish()),
  terminalId: z.uuid().nullish(),
  /** The member's consumption password, where the member has one. */
  password: exact(64).nullish(),
})
export type SaleInput = z.output<typeof SaleInput>

/** Result of a sale; the envelope's message is the order id, by which screens poll a payment. */
const SaleResult = z.object({
  id: z.uuid(),
  /** `nopay` only during a scan payment. */
  payState: OrderState,
  payMode: OrderPayMode,
  amount: Amount,
  lines: z.array(ChargeLine),
  goods: z.array(SoldLine),
})
export type SaleResult = z.infer<typeof SaleResult>

/** Sales of products, gifts and coupons without a ride; with a ride, they are lines of its charge. */
export const productSales = {
  offered: route({
    method: 'GET',
    path: '/product/sysProductSale/list',
    summary: 'Active products, gifts and coupons for sale of the stores in scope with their stock, by type and name',
    access: 'productsale:add',
    lane: 'counter',
    query: z.object({ sysOrgCode: textFilter() }),
    result: z.array(OfferedProduct).max(5000),
  }),
  add: route({
    method: 'POST',
    path: '/product/sysProductSale/add',
    summary: 'Sells products, gifts and coupons: order, money and stock, all or none; the message is the order id',
    access: 'productsale:add',
    body: SaleInput,
    result: SaleResult,
    labels: {
      lines: 'product.cart',
      consumePayMode: 'orders.payMode',
      userId: 'wallets.member',
      received: 'ticket.received',
      cashierId: 'records.cashier',
      terminalId: 'records.terminal',
    },
    // Secrets, of which no hash is stored.
    idempotent: { exceptFields: ['password', 'payCode'] },
  }),
}
