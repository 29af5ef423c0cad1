import { z } from 'zod'
import { familyField, familyValues } from '#shared/core/family-names.ts'
import { Amount } from '#shared/core/money.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { photoFields } from '#shared/features/photos/racer-photos.schema.ts'
import { Cart, SoldLine } from '#shared/features/products/cart.schema.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { payFromFields } from '#shared/features/shifts/shifts.schema.ts'
import { TicketData } from '#shared/ipc/devices.ts'
import { RunMode } from './play-before-pay.contract.ts'

/** Whether the rides of a charge start at once or are queued. */
export const UsageMode = z.enum(['immediate', 'lineup'])
export type UsageMode = z.infer<typeof UsageMode>

/** How a guest pays: scan payment or cash. */
export const GuestPayMode = familyValues(z.enum(['wechat', 'cash']))
export type GuestPayMode = z.infer<typeof GuestPayMode>

/** How a charge is paid; the balance pays the products beside a ride by coupon. */
export const ChargePayMode = familyValues(z.enum([...GuestPayMode.options, 'balance']))
export type ChargePayMode = z.infer<typeof ChargePayMode>

/** How an order was paid; `none`: nothing was due. */
export const OrderPayMode = z.enum(['balance', 'cash', 'scan', 'none'])
export type OrderPayMode = z.infer<typeof OrderPayMode>

export const OrderState = familyValues(z.enum(['nopay', 'paid', 'closed', 'refunding', 'refunded']))
export type OrderState = z.infer<typeof OrderState>

/** What an order is charged by: a consume type, or products alone. */
export const OrderType = z.enum([...ConsumeType.options, 'PRODUCT'])
export type OrderType = z.infer<typeof OrderType>

/** Most vehicles of one charge. */
export const MAX_CHARGE_VEHICLES = 20

/** Vehicle ids joined by commas, without repeats; empty if the rides are queued for any vehicle. */
export const VehicleIds = exact(800).refine((text) => {
  const ids = text.split(',').filter(Boolean)
  return ids.length <= MAX_CHARGE_VEHICLES && new Set(ids).size === ids.length
}, wrong('input.vehiclesOnce'))

/**
 * Input of a charge that starts or queues rides (spec §2 consumption tools). The server alone determines the price, from
 * the rule and the member's wallets.
 */
export const ChargeInput = z.object({
  consumeType: ConsumeType,
  consumeVehicleMode: RunMode,
  usageMode: UsageMode.default('immediate'),
  /** For NOCARDCONSUME, where a rule without a price is always cash, and for products beside a ride by coupon. */
  consumePayMode: ChargePayMode.default('wechat'),
  sysDepartConsumeRoleId: exact(64).default(''),
  vehicleId: VehicleIds.default(''),
  people: z.number().int().min(1).max(99).default(1),
  userId: exact(32).nullish(),
  /** The pay code on the customer's phone; stored only until the payment ends. */
  payCode: exact(64).nullish(),
  /** Cash received; stored with the order, for the change on the ticket. */
  received: Amount.min(0).max(1_000_000).nullish(),
  /** The code of a coupon: it pays a ride of the type GROUPCOUPON, or takes something off the price of one that is paid in money. */
  groupNumber: exact(64).nullish(),
  racer: familyField(line(30).default('')),
  remark: line(200).nullish(),
  cashierId: familyField(exact(64).nullish()),
  departusername: exact(64).nullish(),
  printId: exact(64).nullish(),
  terminalId: z.uuid().nullish(),
  ...photoFields,
  /** Products that are sold with the ride, in the same order and payment. */
  lines: Cart.optional(),
  /** The member's consumption password, where the member has one. */
  password: exact(64).nullish(),
})
export type ChargeInput = z.infer<typeof ChargeInput>

/** Accounts of a charge: a member's wallets, an unlimited card, or tenders at the counter. */
export const ChargeAccount = z.enum([
  'balance',
  'give',
  'integral',
  'laps',
  'coins',
  'frequency',
  'unlimited',
  'coupon',
  'cash',
  'scan',
  'deposit',
])
export type ChargeAccount = z.infer<typeof ChargeAccount>

/** One line of a charge. Money is decimal; points, laps, coins, visits and uses are whole numbers. */
export const ChargeLine = z.object({
  account: ChargeAccount,
  /** Project of visits and unlimited cards; empty for others. */
  projectType: z.string(),
  projectType_dictText: z.string(),
  /** Amount taken from a wallet or paid at the counter; always positive. */
  amount: z.number(),
  /** Wallet before and after; null for tenders and for cards without a limit. */
  before: z.number().nullable(),
  after: z.number().nullable(),
  /** Lots used, in order of spending; a quote includes the last business day of lots that expire. */
  lots: z.array(
    z.object({
      id: z.string(),
      amount: z.number(),
      validUntil: z.string().nullable(),
      lastDay: z.string().nullable().default(null),
    }),
  ),
})
export type ChargeLine = z.infer<typeof ChargeLine>

/** One ride of a charge, with its own record and queue number. */
export const ChargedPlay = z.object({
  id: z.uuid(),
  /** Null while it is queued or unpaid. */
  gameLogId: z.uuid().nullable(),
  /** Queue number of the business day; 0 with an empty ticket until the order is paid. */
  paiduiNumber: z.number().int(),
  ticketNo: z.string(),
  /** Empty if it waits for any vehicle. */
  vehicleId: z.string(),
  vehicleName: z.string(),
  people: z.number().int(),
  /** Data of its ticket; null until the order is paid, and when an order is read later. */
  ticket: TicketData.nullable(),
})
export type ChargedPlay = z.infer<typeof ChargedPlay>

/** Result of a charge; the envelope's message is the order id, by which screens poll a payment. */
export const ChargeResult = z.object({
  id: z.uuid(),
  /** `nopay` only during a scan payment. */
  payState: OrderState,
  payMode: OrderPayMode,
  usageMode: UsageMode,
  /** Price minus discount, with the products. */
  amount: Amount,
  /** Discount of the member's level, or of a coupon. */
  discount: Amount.default(0),
  deposit: Amount,
  lines: z.array(ChargeLine),
  /** Number of wristband labels for the rides. */
  bracelets: z.number().int(),
  plays: z.array(ChargedPlay),
  /** The lines of an order with products; empty without. */
  goods: z.array(SoldLine).default([]),
})
export type ChargeResult = z.infer<typeof ChargeResult>

/** Input of a charge quote. */
export const QuoteInput = z.object({
  sysDepartConsumeRoleId: exact(64),
  usageMode: UsageMode.default('immediate'),
  consumePayMode: ChargePayMode.default('wechat'),
  vehicleId: VehicleIds.default(''),
  people: z.coerce.number().int().min(1).max(99).default(1),
  userId: exact(32).default(''),
  groupNumber: exact(64).default(''),
  /** What the products of the cart cost. */
  goods: z.coerce.number().min(0).max(50_000_000).pipe(Amount).default(0),
})

/** Effect of a charge now; a quote reserves nothing. */
export const ChargeQuote = z.object({
  consumeType: ConsumeType,
  payMode: OrderPayMode,
  /** Price minus discount, for any way of payment, with the products and without the deposit. */
  amount: Amount,
  /** Discount of the member's level, or of a coupon. */
  discount: Amount,
  deposit: Amount,
  /** Lines of the charge; empty if it would be refused. */
  lines: z.array(ChargeLine),
  /** Spendable value before the charge, by wallet and project; null without a member's wallet or if refused. */
  spendable: z
    .object({
      balance: Amount,
      give: Amount,
      integral: z.number().int(),
      laps: z.number().int(),
      coins: z.number().int().default(0),
      visits: z.record(z.string(), z.number().int()),
      unlimited: z.array(z.string()),
    })
    .nullable()
    .default(null),
  /** Why the charge would be refused, in the caller's language; null if it would succeed. */
  refusal: z.object({ code: z.string(), message: z.string(), field: z.string() }).nullable(),
  passwordRequired: z.boolean(),
  bracelets: z.number().int(),
})
export type ChargeQuote = z.infer<typeof ChargeQuote>

export const ConsumeOrder = z.object({
  id: z.string(),
  payState: OrderState,
  amount: Amount,
  deposit: Amount,
  payMode: OrderPayMode,
  /** Rides of the order, paid or not. */
  plays: z.array(ChargedPlay),
})
export type ConsumeOrder = z.infer<typeof ConsumeOrder>

export const ReturnDepositInput = z.object({
  id: z.uuid(),
  remark: line(200).default(''),
  cashierId: familyField(exact(64).nullish()),
  terminalId: z.uuid().nullish(),
  /** Only for cash. */
  ...payFromFields,
})
export type ReturnDepositInput = z.infer<typeof ReturnDepositInput>

/** A returned deposit; for a scan payment the provider transfers the money later. */
export const DepositReturn = z.object({ id: z.uuid(), deposit: Amount, payMode: OrderPayMode })
export type DepositReturn = z.infer<typeof DepositReturn>
