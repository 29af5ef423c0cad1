import { z } from 'zod'
import { crudRoutes, entity, resource, undoRoutes } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { creationMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { Amount } from '#shared/core/money.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { withDefaults } from '#shared/features/rules/rules.schema.ts'
import { fromWallets, NO_LIMIT, toWallets } from './exchange.calc.ts'

/** Money is decimal; points, laps, coins and visits are whole numbers. */
export const Units = Amount.min(0.01).max(1_000_000)
const DayLimit = Amount.max(100_000_000).refine(
  (value) => value === NO_LIMIT || value > 0,
  wrong('input.exchangeLimit'),
)
/** Code of a project of visits; empty for other wallets. */
const Project = exact(64)

export const FromWallet = z.enum(fromWallets)
export const ToWallet = z.enum(toWallets)

/** What a member may exchange for what (spec §1 exchange rates): `fromAmount` of one wallet give `toAmount` of the other. */
export const exchangeRateFields = z.object({
  fromWallet: FromWallet,
  fromProject: Project,
  toWallet: ToWallet,
  toProject: Project,
  fromAmount: Units,
  toAmount: Units,
  /** The smallest amount of an exchange, and what every amount is a multiple of. */
  minimum: Units,
  step: Units,
  /** The most that a member may exchange in a business day; -1: no limit. */
  dayLimit: DayLimit,
  /** The lowest level of members; empty: every member. */
  memberLevel: exact(64),
  isActive: YesNo,
  remark: line(200),
})
export type ExchangeRateFields = z.infer<typeof exchangeRateFields>

/** Default values of a new rate. */
export const newExchangeRate = {
  fromProject: '',
  toProject: '',
  dayLimit: NO_LIMIT,
  memberLevel: '',
  isActive: 'YES',
  remark: '',
} as const satisfies Partial<ExchangeRateFields>

const marks = {
  fromWallet: { kind: 'text', label: 'exchange.from', sort: true, sheet: true, dict: 'exchange_wallet' },
  fromProject: { kind: 'text', label: 'exchange.fromProject', sheet: true, dict: 'project_type' },
  fromAmount: { kind: 'number', label: 'exchange.fromAmount', sheet: true, unsearched: true },
  toWallet: { kind: 'text', label: 'exchange.to', sort: true, sheet: true, dict: 'exchange_wallet' },
  toProject: { kind: 'text', label: 'exchange.toProject', sheet: true, dict: 'project_type' },
  toAmount: { kind: 'number', label: 'exchange.toAmount', sheet: true, unsearched: true },
  minimum: { kind: 'number', label: 'exchange.minimum', sheet: true, unsearched: true },
  step: { kind: 'number', label: 'exchange.step', sheet: true, unsearched: true },
  dayLimit: { kind: 'number', label: 'exchange.dayLimit', sheet: true, unsearched: true },
  memberLevel: { kind: 'text', label: 'exchange.level', sheet: true },
  isActive: { kind: 'yesNo', label: 'rules.active', sort: true, sheet: true, dict: 'yn' },
  remark: { kind: 'text', label: 'exchange.remark', sheet: true },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

export const exchangeRateResource = resource({
  path: '/exchange/sysExchangeRate',
  permission: 'exchangerate',
  noun: 'exchange rates',
  entity: entity(
    exchangeRateFields.extend({
      sysOrgCode: z.string(),
      sysOrgCode_dictText: z.string().nullable(),
    }),
  ),
  create: withDefaults(exchangeRateFields, newExchangeRate).extend({
    /** Code of the rate's store; default: the current store. */
    sysOrgCode: exact(64).optional(),
  }),
  update: exchangeRateFields,
  ...fieldsOf(marks),
})

export const exchangeRateSheet: Sheet = { title: 'sheet.exchangeRate', columns: sheetColumnsOf(marks) }

/** Exchange rates of stores, between wallets of members. */
export const exchangeRates = {
  ...crudRoutes(exchangeRateResource),
  ...undoRoutes(exchangeRateResource),
  ...excelRoutes(exchangeRateResource),
}

export type ExchangeRate = z.output<(typeof exchangeRates)['queryById']['result']>
