import { z } from 'zod'
import { pageOf } from '#shared/core/envelope.ts'
import { familyField } from '#shared/core/family-names.ts'
import { pickerQuery, route, textFilter } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { Identity } from '#shared/features/access/access.schema.ts'
import { ChargeOrder } from '#shared/features/access/departs.contract.ts'
import { AgreementMode } from '#shared/features/agreements/agreements.contract.ts'
import { PrintOrdered } from '#shared/features/printing/print-ordered.schema.ts'
import { ChargeInput, ChargeQuote, ChargeResult, ConsumeOrder, QuoteInput } from './charge.schema.ts'

export const Cashier = z.object({
  id: z.string(),
  realname: z.string(),
  phone: z.string(),
  identity: Identity,
  orgCode: z.string(),
  /** Whether this cashier must enter a password; the password itself never leaves the server. */
  havePassword: YesNo,
  /** Badge number; empty if there is none, and in snapshots of older versions. */
  workNo: z.string().default(''),
})
export type Cashier = z.infer<typeof Cashier>

export const chargeLabels = {
  usageMode: 'orders.usageMode',
  groupNumber: 'orders.couponCode',
  lines: 'product.cart',
  cashierId: 'records.cashier',
  terminalId: 'records.terminal',
} as const

/** Charges and the counter's lookups (spec §7 Consume, Members). */
export const consume = {
  getDepartInfo: route({
    method: 'GET',
    path: '/consume/sysConsume/getDepartInfo',
    summary: 'The purchased functions of the current store and their end',
    access: 'signedIn',
    result: z.object({
      orgCode: z.string(),
      departName: z.string(),
      apps: z.string(),
      acceptsCash: familyField(YesNo),
      /** Whether scan payments are possible. */
      takesCodes: YesNo.default('YES'),
      /** Whether any terminal of the store has a printer. */
      hasPrinter: YesNo.default('YES'),
      endTime: z.string().nullable(),
      timeZone: z.string(),
      dayStartHour: z.number().int(),
      chargeOrder: ChargeOrder,
      hungOrderLimit: z.number().int(),
      openHung: z.number().int(),
      /** Limit of trials per business day; -1: no limit. */
      trialLimit: z.number().int(),
      openTrials: z.number().int(),
      /** Whether an order must name a cashier. */
      cashierRequired: YesNo,
      /** YES: F5 of the counter plays first, and F4 charges. */
      swapStartKeys: YesNo.default('NO'),
      /** What a start does without today's signed safety agreement; an empty id: there is no agreement. */
      agreementMode: AgreementMode,
      agreementId: z.string(),
      /** Whether members are found by their face. */
      faceSearch: YesNo.default('NO'),
    }),
  }),
  add: route({
    method: 'POST',
    path: '/consume/sysConsume/add',
    summary: 'Charges by a rule and starts or queues the rides, all or nothing; the message is the order id',
    access: 'consume:add',
    body: ChargeInput,
    result: ChargeResult,
    labels: chargeLabels,
    // Secrets, of which no hash is stored.
    idempotent: { exceptFields: ['password', 'payCode'] },
  }),
  quote: route({
    method: 'GET',
    path: '/consume/sysConsume/quote',
    summary: 'What a charge would take from which wallet and lot, what would remain, or why it would be refused',
    access: 'consume:add',
    query: QuoteInput,
    result: ChargeQuote,
    labels: chargeLabels,
  }),
  queryById: route({
    method: 'GET',
    path: '/consume/sysConsume/queryById',
    summary: 'A consume order; screens poll its payState',
    access: 'consume:query',
    query: z.object({ id: z.uuid() }),
    result: ConsumeOrder,
  }),
  reprintTicket: route({
    method: 'GET',
    path: '/consume/sysConsume/pritpaidui',
    summary: 'Prints the queue ticket of a play record again, as a copy',
    access: 'consume:print',
    query: z.object({ id: z.uuid(), printId: textFilter(64) }),
    result: PrintOrdered.extend({ copyNo: z.number().int() }),
    message: 'orders.printed',
  }),
  checkCashier: route({
    method: 'POST',
    path: '/memberrecharge/sysMemberRecharge/checkCashier',
    summary:
      'Checks the password, or if the store allows it the badge, of a cashier who takes over the counter; orders may name the cashier from then on',
    access: 'cashier:search',
    body: z.object({
      cashierId: familyField(z.uuid()),
      password: exact(128).default(''),
      /** Scanned badge number, instead of a password. */
      badge: exact(64).default(''),
    }),
    result: z.boolean(),
    audited: false,
  }),
  listCashiers: route({
    method: 'GET',
    path: '/memberrecharge/sysMemberRecharge/gongzuolist',
    summary: 'Cashiers of the current store',
    access: 'cashier:search',
    query: pickerQuery(['realname', 'id'], { phone: textFilter(32) }, { column: 'realname', order: 'asc' }),
    result: pageOf(Cashier),
  }),
}
