import { z } from 'zod'
import { entity, listedRow, resource } from '#shared/core/crud.ts'
import type { Sheet } from '#shared/core/excel.ts'
import { type FieldMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { Amount } from '#shared/core/money.ts'
import { exact } from '#shared/core/text.ts'
import { WalletChange } from '#shared/features/wallets/user-projects.contract.ts'
import { FromWallet, ToWallet, Units } from './exchange-rates.contract.ts'

export const ExchangeState = z.enum(['done', 'reversed'])
export type ExchangeState = z.infer<typeof ExchangeState>

const MemberNumber = exact(32, 1)

export const ExchangeInput = z.object({
  userId: MemberNumber,
  rateId: z.uuid(),
  /** What is taken: money is decimal; points, laps, coins and visits are whole numbers. */
  amount: Units,
  /** What the screen has shown as received; the call is refused if it would be another amount. */
  received: Amount.min(0).optional(),
  /** Consumption password of the member, where there is one. */
  password: exact(64).default(''),
})
export type ExchangeInput = z.output<typeof ExchangeInput>

export const ExchangePlanInput = z.object({
  userId: MemberNumber,
  rateId: z.uuid(),
  amount: z.coerce.number().min(0.01).max(1_000_000).pipe(Units),
})

/** Effect of an exchange now; a preview reserves nothing. */
export const ExchangePlan = z.object({
  amount: z.number(),
  received: z.number(),
  /** Free value of the wallet that gives. */
  available: z.number(),
  /** What the member has exchanged at this rate today. */
  usedToday: z.number(),
  passwordRequired: z.boolean(),
  /** Why it would be refused, in the caller's language; null if it would succeed. */
  refusal: z.object({ code: z.string(), message: z.string(), field: z.string() }).nullable(),
})
export type ExchangePlan = z.infer<typeof ExchangePlan>

/** A rate that is in use at a member's store, with what decides what the member can exchange. */
export const ExchangeOption = z.object({
  rateId: z.string(),
  fromWallet: FromWallet,
  fromProject: z.string(),
  fromProject_dictText: z.string(),
  toWallet: ToWallet,
  toProject: z.string(),
  toProject_dictText: z.string(),
  fromAmount: z.number(),
  toAmount: z.number(),
  minimum: z.number(),
  step: z.number(),
  dayLimit: z.number(),
  available: z.number(),
  /** Value of the wallet that receives. */
  toValue: z.number(),
  usedToday: z.number(),
  /** Why the member cannot use the rate whatever the amount, in the caller's language; empty if they can. */
  refusal: z.string(),
})
export type ExchangeOption = z.infer<typeof ExchangeOption>

export const ExchangeOptions = z.object({
  passwordRequired: z.boolean(),
  rates: z.array(ExchangeOption).max(500),
})
export type ExchangeOptions = z.infer<typeof ExchangeOptions>

/** Result of an exchange; the envelope's message is its id. */
export const ExchangeResult = z.object({
  id: z.uuid(),
  amount: z.number(),
  received: z.number(),
  changes: z.array(WalletChange),
})
export type ExchangeResult = z.infer<typeof ExchangeResult>

const marks = {
  createTime: { kind: 'time', label: 'exchange.createTime', sort: true, sheet: true },
  exchangeState: { kind: 'text', label: 'exchange.state', dict: 'exchange_state', sheet: true },
  userId: { kind: 'text', label: 'exchange.member', sheet: true },
  fromWallet: { kind: 'text', label: 'exchange.from', sheet: true, dict: 'exchange_wallet' },
  fromProject: { kind: 'text', label: 'exchange.fromProject', sheet: true, dict: 'project_type' },
  amount: { kind: 'number', label: 'exchange.amount', sheet: true, unsearched: true },
  toWallet: { kind: 'text', label: 'exchange.to', sheet: true, dict: 'exchange_wallet' },
  toProject: { kind: 'text', label: 'exchange.toProject', sheet: true, dict: 'project_type' },
  received: { kind: 'number', label: 'exchange.received', sheet: true, unsearched: true },
  fromAmount: { kind: 'number', label: 'exchange.fromAmount', sheet: true, unsearched: true },
  toAmount: { kind: 'number', label: 'exchange.toAmount', sheet: true, unsearched: true },
  operatorName: { kind: 'text', label: 'exchange.operator', sheet: true },
  terminalName: { kind: 'text', label: 'exchange.terminal', sheet: true },
  reversedTime: { kind: 'time', label: 'exchange.reversedTime', sheet: true },
  reversedBy: { kind: 'text', label: 'exchange.reversedBy', sheet: true },
  reason: { kind: 'text', label: 'exchange.reason', sheet: true },
  rateId: { kind: 'id', label: 'exchange.rateId' },
  id: { kind: 'id', label: 'exchange.id', sheet: true },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const satisfies FieldMarks

export const exchangeResource = resource({
  path: '/exchange/sysExchange',
  permission: 'exchange',
  noun: 'exchanges',
  entity: entity(
    z.object({
      sysOrgCode: z.string(),
      sysOrgCode_dictText: z.string().nullable(),
      exchangeState: ExchangeState,
      userId: z.string(),
      rateId: z.string(),
      fromWallet: FromWallet,
      fromProject: z.string(),
      toWallet: ToWallet,
      toProject: z.string(),
      /** The rate at the time of the exchange. */
      fromAmount: z.number(),
      toAmount: z.number(),
      amount: z.number(),
      received: z.number(),
      operatorName: z.string(),
      terminalName: z.string(),
      reversedTime: z.string().nullable(),
      reversedBy: z.string(),
      /** Why it was reversed. */
      reason: z.string(),
    }),
  ),
  create: ExchangeInput,
  update: z.object({}),
  ...fieldsOf(marks),
})

export const ExchangeRecord = listedRow(exchangeResource.entity, exchangeResource.dict)
export type ExchangeRecord = z.infer<typeof ExchangeRecord>

export const exchangeSheet: Sheet = { title: 'sheet.exchange', columns: sheetColumnsOf(marks) }
