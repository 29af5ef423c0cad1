import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { Amount } from '#shared/core/money.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { photoFields } from '#shared/features/photos/racer-photos.schema.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { payFromFields } from '#shared/features/shifts/shifts.schema.ts'
import { TicketData } from '#shared/ipc/devices.ts'
import { RunMode } from './play-before-pay.contract.ts'

/** Whether the rides of a charge begin at once or wait in line. */
export const UsageMode = z.enum(['immediate', 'lineup'])
export type UsageMode = z.infer<typeof UsageMode>

/** How a guest pays: a code that is scanned, or cash. */
export const GuestPayMode = z.enum(['wechat', 'unline'])
export type GuestPayMode = z.infer<typeof GuestPayMode>

/** How an order was paid: from wallets, in cash, by a scanned code, or not at all because nothing was due. */
export const OrderPayMode = z.enum(['balance', 'cash', 'scan', 'none'])
export type OrderPayMode = z.infer<typeof OrderPayMode>

export const OrderState = z.enum(['nopay', 'payed', 'closed', 'refunding', 'refunded'])
export type OrderState = z.infer<typeof OrderState>

/** More vehicles than one charge ever starts. */
export const MAX_CHARGE_VEHICLES = 20

/** Vehicles joined by commas, each once; none where the rides wait in line for any. */
export const VehicleIds = exact(800).refine((text) => {
  const ids = text.split(',').filter(Boolean)
  return ids.length <= MAX_CHARGE_VEHICLES && new Set(ids).size === ids.length
}, wrong('input.vehiclesOnce'))

/**
 * What a cashier sends to charge, and to start or line up with it (spec §2 consumption tools). What it costs is the server's to say:
 * the rule's price, and what the member has.
 */
export const ChargeInput = z.object({
  consumeType: ConsumeType,
  consumeVehicleMode: RunMode,
  usageMode: UsageMode.default('immediate'),
  /** Of NOCARDCONSUME alone; a rule without a price is always cash of nothing. */
  consumePayMode: GuestPayMode.default('wechat'),
  sysDepartConsumeRoleId: exact(64).default(''),
  vehicleId: VehicleIds.default(''),
  people: z.number().int().min(1).max(99).default(1),
  userId: exact(32).nullish(),
  /** What the customer's phone shows, where the guest pays by scan; kept only until the payment ends. */
  payCode: exact(64).nullish(),
  /** What a guest gives in cash; the order keeps it, and the ticket says the change. */
  received: Amount.min(0).max(1_000_000).nullish(),
  /** The code of a group coupon. */
  groupNumber: exact(64).nullish(),
  racer: familyField(line(30).default('')),
  remark: line(200).nullish(),
  cashierId: familyField(exact(64).nullish()),
  departusername: exact(64).nullish(),
  printId: exact(64).nullish(),
  terminalId: z.uuid().nullish(),
  ...photoFields,
  /** The member's consumption password, where the member has one. */
  password: exact(64).nullish(),
})
export type ChargeInput = z.infer<typeof ChargeInput>

/** What a charge takes from or puts on: a member's wallets, an unlimited card, or what is paid and handed over at the counter. */
export const ChargeAccount = z.enum([
  'balance',
  'give',
  'integral',
  'laps',
  'frequency',
  'unlimited',
  'coupon',
  'cash',
  'scan',
  'deposit',
])
export type ChargeAccount = z.infer<typeof ChargeAccount>

/** One line of what a charge does. Money is a decimal amount; points, laps, visits and uses are whole numbers. */
export const ChargeLine = z.object({
  account: ChargeAccount,
  /** Of visits and unlimited cards; empty for others. */
  projectType: z.string(),
  projectType_dictText: z.string(),
  /** What is taken from a wallet, or paid at the counter; always positive. */
  amount: z.number(),
  /** What the wallet has before and after; null for what is no wallet, and for a card without limit. */
  before: z.number().nullable(),
  after: z.number().nullable(),
  /** From which lots of the wallet, in the order in which they are spent; a quote says the last business day of each that ends. */
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

/** One ride of a charge: a record of its own, with a number in the queue. */
export const ChargedPlay = z.object({
  id: z.uuid(),
  /** Null while it waits in line or for its payment. */
  gameLogId: z.uuid().nullable(),
  /** Place in the queue of the business day; 0 and an empty ticket until the order is paid. */
  paiduiNumber: z.number().int(),
  ticketNo: z.string(),
  /** Empty where it waits for any vehicle. */
  vehicleId: z.string(),
  vehicleName: z.string(),
  people: z.number().int(),
  /** What its paper says; null until the order is paid, and where an order is asked for later. */
  ticket: TicketData.nullable(),
})
export type ChargedPlay = z.infer<typeof ChargedPlay>

/** What a charge answers; the envelope's message is the order's id, by which screens poll a payment. */
export const ChargeResult = z.object({
  id: z.uuid(),
  /** `nopay` only while a scan payment is under way. */
  payState: OrderState,
  payMode: OrderPayMode,
  usageMode: UsageMode,
  /** The price less the discount. */
  amount: Amount,
  /** What the member's level has taken off the price. */
  discount: Amount.default(0),
  deposit: Amount,
  lines: z.array(ChargeLine),
  /** How many wristband labels the rides need. */
  bracelets: z.number().int(),
  plays: z.array(ChargedPlay),
})
export type ChargeResult = z.infer<typeof ChargeResult>

/** What is asked before a charge, in the words of the charge itself. */
export const QuoteInput = z.object({
  sysDepartConsumeRoleId: exact(64),
  usageMode: UsageMode.default('immediate'),
  consumePayMode: GuestPayMode.default('wechat'),
  vehicleId: VehicleIds.default(''),
  people: z.coerce.number().int().min(1).max(99).default(1),
  userId: exact(32).default(''),
  groupNumber: exact(64).default(''),
})

/** What a charge would do now: nothing is reserved by asking. */
export const ChargeQuote = z.object({
  consumeType: ConsumeType,
  payMode: OrderPayMode,
  /** The price of the ride, whatever it is paid with, less the discount; the deposit is beside it. */
  amount: Amount,
  /** What the member's level takes off the price. */
  discount: Amount,
  deposit: Amount,
  /** What is taken from which wallet and lot and what remains, or what the guest pays. Empty where it is refused. */
  lines: z.array(ChargeLine),
  /** What the member may spend before it, by wallet and project; null where no member's wallet is asked, or it is refused. */
  spendable: z
    .object({
      balance: Amount,
      give: Amount,
      integral: z.number().int(),
      laps: z.number().int(),
      visits: z.record(z.string(), z.number().int()),
      unlimited: z.array(z.string()),
    })
    .nullable()
    .default(null),
  /** Why the charge would be refused, in the reader's language; null where it would go through. */
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
  /** The rides that the order has paid for, or will. */
  plays: z.array(ChargedPlay),
})
export type ConsumeOrder = z.infer<typeof ConsumeOrder>

export const ReturnDepositInput = z.object({
  id: z.uuid(),
  remark: line(200).default(''),
  cashierId: familyField(exact(64).nullish()),
  terminalId: z.uuid().nullish(),
  /** Of cash alone. */
  ...payFromFields,
})
export type ReturnDepositInput = z.infer<typeof ReturnDepositInput>

/** A deposit that was given back; by scan the money follows by the payment's own way. */
export const DepositReturn = z.object({ id: z.uuid(), deposit: Amount, payMode: OrderPayMode })
export type DepositReturn = z.infer<typeof DepositReturn>
