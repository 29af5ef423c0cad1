import { z } from 'zod'
import { Amount } from '#shared/core/money.ts'
import { exact } from '#shared/core/text.ts'
import { ShownPicture } from '#shared/features/display/display.schema.ts'
import { Cart, MAX_LINE_PIECES } from '#shared/features/products/cart.schema.ts'
import { ChargeLine, ChargeQuote, OrderPayMode, OrderState } from '#shared/features/sessions/charge.schema.ts'
import { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import { CardFormat } from '#shared/ipc/devices.ts'

/** What guests may pay with at a kiosk: a member's wallets, a pay code, or either. */
export const KioskPays = z.enum(['wallet', 'scan', 'both'])
export type KioskPays = z.infer<typeof KioskPays>

export const KioskLanguage = z.enum(['zh', 'en'])

/** More than any vehicle seats. */
export const MAX_KIOSK_PEOPLE = 8

/**
 * Stands for a member who has shown a card; valid for some minutes and at this kiosk only. Kiosks never get a member's
 * number, so that they cannot be made to look one up.
 */
export const VisitToken = exact(400, 20)

/** A ride that a kiosk offers. */
export const KioskOffer = z.object({
  ruleId: z.uuid(),
  mode: RunMode,
  name: z.string(),
  laps: z.number().int(),
  minutes: z.number().int(),
  /** Whether it is for one person only. */
  isForOne: z.boolean(),
  /** Whether the member must sign the safety agreement first. */
  needsAgreement: z.boolean(),
  /** What it would take and what would remain, or why it is refused. */
  quote: ChargeQuote,
})
export type KioskOffer = z.infer<typeof KioskOffer>

/** A queue entry as its guest sees it. */
export const KioskQueueEntry = z.object({
  ticketNo: z.string(),
  ruleName: z.string(),
  isCalled: z.boolean(),
  ahead: z.number().int().nullable(),
  waitMinutes: z.number().int().nullable(),
})
export type KioskQueueEntry = z.infer<typeof KioskQueueEntry>

const Wallets = z.object({
  /** Without what pending rides hold. */
  balance: Amount,
  integral: z.number().int(),
  laps: z.number().int(),
  coins: z.number().int().default(0),
  frequency: z.number().int(),
  /** With the last day of the unlimited card; null: no card, or one without an end. */
  unlimited: z.object({ name: z.string(), lastDay: z.string().nullable() }).nullable(),
})

/** What a kiosk shows of a member: the racer name and the wallets only. */
export const KioskMember = z.object({
  visit: VisitToken,
  racer: z.string(),
  /** The last three digits. */
  card: z.string(),
  wallets: Wallets,
  hasPassword: z.boolean(),
  places: z.array(KioskQueueEntry),
})
export type KioskMember = z.infer<typeof KioskMember>

/** The state of an idle kiosk. */
export const KioskState = z.object({
  /** The server's time in milliseconds. */
  now: z.number(),
  name: z.string(),
  store: z.string(),
  pays: KioskPays,
  language: KioskLanguage,
  cardFormat: CardFormat,
  /** Length of the queue, and the expected wait in minutes of a new entry; null where no vehicle is in service. */
  waiting: z.number().int(),
  waitMinutes: z.number().int().nullable(),
  mostPeople: z.number().int(),
  /** Whether it sells products or recharges. */
  hasShop: z.boolean(),
  /** Whether members can sign up for an event. */
  hasEvents: z.boolean(),
  /** The carousel, which is shown while the kiosk is idle. */
  pictures: z.array(ShownPicture),
})
export type KioskState = z.infer<typeof KioskState>

/** The queue entry of a charge, also while its payment is pending. */
export const KioskTicket = z.object({
  id: z.uuid(),
  payState: OrderState,
  payMode: OrderPayMode,
  amount: Amount,
  lines: z.array(ChargeLine),
  /** Empty until the order is paid. */
  ticketNo: z.string(),
  ahead: z.number().int().nullable(),
  waitMinutes: z.number().int().nullable(),
  /** Address of the guest's own page; empty where the server's public address is not set. */
  link: z.string(),
  /** Whether a ticket is printed. */
  isPrinted: z.boolean(),
})
export type KioskTicket = z.infer<typeof KioskTicket>

export const KioskChargeInput = z.object({
  /** Empty: a guest who pays by scan. */
  visit: exact(400).default(''),
  ruleId: z.uuid(),
  mode: RunMode,
  people: z.number().int().min(1).max(MAX_KIOSK_PEOPLE).default(1),
  /** The member's consumption password, where the member has one. */
  password: exact(64).default(''),
  /** The pay code on the guest's phone. */
  payCode: exact(64).default(''),
})
export type KioskChargeInput = z.infer<typeof KioskChargeInput>

/** A product that a kiosk sells. */
export const KioskProduct = z.object({
  id: z.uuid(),
  name: z.string(),
  photo: z.string(),
  price: Amount,
  /** The most pieces of one order; 0: sold out. */
  most: z.number().int().max(MAX_LINE_PIECES),
})
export type KioskProduct = z.infer<typeof KioskProduct>

/** A recharge that a member may buy at a kiosk, and what it adds. */
export const KioskRecharge = z.object({
  ruleId: z.uuid(),
  name: z.string(),
  price: Amount,
  balance: Amount,
  give: Amount,
  integral: z.number().int(),
  frequency: z.number().int(),
  laps: z.number().int(),
  gift: z.string(),
})
export type KioskRecharge = z.infer<typeof KioskRecharge>

/** What a kiosk sells besides rides; recharges only to a member, where the kiosk takes scan payments. */
export const KioskShop = z.object({
  products: z.array(KioskProduct),
  recharges: z.array(KioskRecharge),
})
export type KioskShop = z.infer<typeof KioskShop>

/** How a purchase is paid: from the member's balance, or by pay code. */
export const KioskPayMethod = z.enum(['wallet', 'scan'])
export type KioskPayMethod = z.infer<typeof KioskPayMethod>

export const KioskBuyInput = z.object({
  /** Empty: a guest who pays by scan. */
  visit: exact(400).default(''),
  lines: Cart.min(1),
  pays: KioskPayMethod,
  /** The member's consumption password, where the member has one. */
  password: exact(64).default(''),
  payCode: exact(64).default(''),
})
export type KioskBuyInput = z.infer<typeof KioskBuyInput>

export const KioskRechargeInput = z.object({
  visit: VisitToken,
  ruleId: z.uuid(),
  /** The price that the kiosk showed; another current price is refused. */
  price: Amount,
  payCode: exact(64, 1),
})
export type KioskRechargeInput = z.infer<typeof KioskRechargeInput>

/** An order of products or a recharge, also while its payment is pending. */
export const KioskPurchase = z.object({
  id: z.uuid(),
  payState: OrderState,
  amount: Amount,
  /** Whether a receipt is printed. */
  isPrinted: z.boolean(),
})
export type KioskPurchase = z.infer<typeof KioskPurchase>
