import { toAppError } from '#server/core/http/database-errors.ts'
import type { Transaction } from '#server/db/database.ts'
import { projectNames } from '#server/features/rules/index.ts'
import { AppError, type ErrorCode, type ErrorDetails } from '#shared/core/errors.ts'
import { formatMinor } from '#shared/core/money.ts'
import { amountOf, isMoneyWallet, NO_LIMIT } from '#shared/features/exchange/exchange.calc.ts'
import { GENERAL_PROJECT } from '#shared/features/rules/rules.schema.ts'
import { type Locale, text } from '#shared/i18n/catalogue.ts'

type Row = Record<string, unknown>

/** The amounts of a rate or an exchange by the wallet that they are of. */
const FROM_FIELDS = ['fromAmount', 'minimum', 'step', 'dayLimit', 'amount']
const TO_FIELDS = ['toAmount', 'received']

/** Replaces amounts in ledger units by wire amounts; other fields, and a missing limit, stay. */
export function inAmounts<R extends { fromWallet: string; toWallet: string }>(row: R): R {
  const shown = (fields: readonly string[], wallet: string) =>
    fields
      .map((field) => [field, (row as Row)[field]] as const)
      .filter(([, value]) => typeof value === 'number' && value !== NO_LIMIT)
      .map(([field, value]) => [field, amountOf(wallet, value as number)])
  return { ...row, ...Object.fromEntries([...shown(FROM_FIELDS, row.fromWallet), ...shown(TO_FIELDS, row.toWallet)]) }
}

/** The names of projects by store and code; empty for wallets without a project. */
export async function projectTexts(
  trx: Transaction,
  locale: Locale,
): Promise<(orgCode: string, code: string) => string> {
  const nameOf = await projectNames(trx)
  return (orgCode, code) =>
    code === GENERAL_PROJECT ? text(locale, 'dict.project_type.currency') : code === '' ? '' : nameOf(orgCode, code)
}

/** Sets the names of both projects. */
export async function withProjectTexts<R extends { sysOrgCode: string; fromProject: string; toProject: string }>(
  trx: Transaction,
  rows: readonly R[],
  locale: Locale,
): Promise<(R & { fromProject_dictText: string; toProject_dictText: string })[]> {
  const nameOf = await projectTexts(trx, locale)
  return rows.map((row) => ({
    ...row,
    fromProject_dictText: nameOf(row.sysOrgCode, row.fromProject),
    toProject_dictText: nameOf(row.sysOrgCode, row.toProject),
  }))
}

/** A refusal with its amounts as they are shown; `wallet` is the one that they are of. */
export function shownRefusal(code: ErrorCode, { wallet, ...details }: ErrorDetails): AppError {
  const isMoney = isMoneyWallet(String(wallet))
  const shown = Object.entries(details).map(([name, value]) => [
    name,
    isMoney && typeof value === 'number' ? formatMinor(value) : value,
  ])
  return new AppError(code, Object.fromEntries(shown))
}

/** The error of an exchange with its amounts as they are shown; other errors are returned unchanged. */
export function withShownAmounts(error: unknown): unknown {
  const appError = toAppError(error)
  return appError?.details.wallet === undefined ? (appError ?? error) : shownRefusal(appError.code, appError.details)
}
