import { z } from 'zod'
import { entity, listedRow, resource } from '#shared/core/crud.ts'
import type { Sheet } from '#shared/core/excel.ts'
import { type FieldMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { Amount } from '#shared/core/money.ts'
import { exact, wrong } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { YesNo } from '#shared/core/yes-no.ts'

export const CoinPayMode = z.enum(['cash', 'scan', 'balance', 'coins'])
export type CoinPayMode = z.infer<typeof CoinPayMode>
export const CoinPayState = z.enum(['unpaid', 'paid', 'closed'])
export type CoinPayState = z.infer<typeof CoinPayState>
export const CoinState = z.enum(['notIssued', 'completed'])
export type CoinState = z.infer<typeof CoinState>

/** The most coins of one output or return. */
export const MAX_COINS = 9999
const Coins = z.number().int().min(1).max(MAX_COINS)

export const CoinSale = z
  .object({
    deviceId: z.uuid(),
    /** The rule that says price and coins, and how often it is sold; null: `count` coins of the member's own wallet. */
    ruleId: z.uuid().nullable().default(null),
    times: z.number().int().min(1).max(999).default(1),
    count: Coins.nullable().default(null),
    /** Empty: a walk-in. */
    userId: exact(32).default(''),
    payMode: CoinPayMode,
    /** The customer's pay code, for a scan. */
    payCode: exact(64).default(''),
    cashierId: exact(36).nullable().default(null),
    /** Consumption password of the member, where there is one. */
    password: exact(64).default(''),
  })
  .refine(({ payMode, ruleId }) => (payMode === 'coins') === (ruleId === null), {
    ...wrong('input.coinRule'),
    path: ['ruleId'],
  })
  .refine(({ payMode, count }) => (payMode === 'coins') === (count !== null), {
    ...wrong('input.coinCount'),
    path: ['count'],
  })
  .refine(({ payMode, userId }) => userId !== '' || payMode === 'cash' || payMode === 'scan', {
    ...wrong('input.coinMember'),
    path: ['userId'],
  })
  .refine(({ payMode, payCode }) => payMode !== 'scan' || payCode !== '', {
    ...wrong('input.coinPayCode'),
    path: ['payCode'],
  })
export type CoinSale = z.output<typeof CoinSale>

const marks = {
  createTime: { kind: 'time', label: 'coins.createTime', sort: true, sheet: true },
  coinState: { kind: 'text', label: 'coins.state', dict: 'coin_state', sheet: true },
  payState: { kind: 'text', label: 'coins.payState', dict: 'coin_pay_state', sheet: true },
  payMode: { kind: 'text', label: 'coins.payMode', dict: 'coin_pay_mode', sheet: true },
  deviceId: { kind: 'id', label: 'coins.machine' },
  deviceName: { kind: 'text', label: 'coins.machine', sheet: true },
  userId: { kind: 'text', label: 'coins.member', sheet: true },
  ruleId: { kind: 'id', label: 'coins.rule' },
  ruleName: { kind: 'text', label: 'coins.rule', sheet: true },
  asked: { kind: 'number', label: 'coins.asked', sheet: true },
  counted: { kind: 'number', label: 'coins.counted', sheet: true },
  backCoins: { kind: 'number', label: 'coins.backCoins', sheet: true },
  lateCounted: { kind: 'number', label: 'coins.lateCounted', sheet: true },
  amount: { kind: 'money', label: 'coins.amount', sheet: true },
  backAmount: { kind: 'money', label: 'coins.backAmount', sheet: true },
  operatorName: { kind: 'text', label: 'coins.operator', sheet: true },
  cashierName: { kind: 'text', label: 'coins.cashier', sheet: true },
  terminalName: { kind: 'text', label: 'coins.terminal', sheet: true },
  endTime: { kind: 'time', label: 'coins.endTime', sheet: true },
  id: { kind: 'id', label: 'coins.id', sheet: true },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const satisfies FieldMarks

/** Coin-out records (spec §3). */
export const coinOutputResource = resource({
  path: '/coin/sysCoinOutput',
  permission: 'coinoutput',
  noun: 'coin outputs',
  entity: entity(
    z.object({
      sysOrgCode: z.string(),
      sysOrgCode_dictText: z.string().nullable(),
      coinState: CoinState,
      payState: CoinPayState,
      payMode: CoinPayMode,
      deviceId: z.string(),
      deviceName: z.string(),
      userId: z.string().nullable(),
      ruleId: z.string().nullable(),
      ruleName: z.string(),
      asked: z.number().int(),
      counted: z.number().int(),
      /** What was not counted out, and what was given back for it. */
      backCoins: z.number().int(),
      backAmount: Amount,
      /** What the machine reported after the end; null: nothing more. */
      lateCounted: z.number().int().nullable(),
      amount: Amount,
      operatorName: z.string(),
      cashierName: z.string(),
      terminalName: z.string(),
      endTime: z.string().nullable(),
    }),
  ).omit({ createBy: true, updateBy: true, updateTime: true }),
  create: CoinSale,
  update: z.object({}),
  ...fieldsOf(marks),
})

export const CoinOutput = listedRow(coinOutputResource.entity, coinOutputResource.dict)
export type CoinOutput = z.infer<typeof CoinOutput>

export const coinOutputSheet: Sheet = { title: 'sheet.coinOutput', columns: sheetColumnsOf(marks) }

/** What a sale has done; the envelope's message is its id. */
export const CoinSaleResult = z.object({
  id: z.uuid(),
  asked: z.number().int(),
  amount: Amount,
  /** It waits for the customer's payment. */
  waits: z.boolean(),
})
export type CoinSaleResult = z.infer<typeof CoinSaleResult>

/** A coin machine as its counter sees it. */
export const CoinMachine = z.object({
  id: z.uuid(),
  sysOrgCode: z.string(),
  sysOrgCode_dictText: z.string().nullable(),
  name: z.string(),
  online: z.boolean(),
  /** Coins in the hopper; null: unknown. */
  coinsLeft: z.number().int().nullable(),
  /** What its store takes. */
  acceptsCash: YesNo,
  takesCodes: YesNo,
  /** Why it cannot count out; empty: it can. */
  fault: z.string(),
  /** When it last reported; null: never. */
  seenTime: WireTime.nullable(),
  /** The output that waits for it: it is being counted out, or not paid yet. */
  output: z
    .object({
      id: z.uuid(),
      asked: z.number().int(),
      counted: z.number().int(),
      payState: CoinPayState,
      operatorName: z.string(),
      createTime: WireTime,
    })
    .nullable(),
})
export type CoinMachine = z.infer<typeof CoinMachine>
