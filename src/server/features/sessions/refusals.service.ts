import { toAppError } from '#server/core/http/database-errors.ts'
import type { CallContext } from '#server/core/slice.ts'
import { AppError, type ErrorCode } from '#shared/core/errors.ts'
import { formatMinor } from '#shared/core/money.ts'
import { weekdaysInWords } from '#shared/core/weekdays.ts'
import type { Shortage } from '#shared/features/sessions/charge-lines.calc.ts'
import { isTextKey, text } from '#shared/i18n/catalogue.ts'

const shortages: readonly ErrorCode[] = [
  'members.insufficientBalance',
  'members.insufficientIntegral',
  'members.insufficientQuan',
  'members.insufficientCoins',
  'members.insufficientGive',
  'members.insufficientFrequency',
  'members.noUnlimitedCard',
]
const isShortage = (code: ErrorCode): code is Shortage['code'] => shortages.includes(code)

/** The error for insufficient wallet value, with amounts as decimals. */
export function insufficientFor({ code, needed, available }: Shortage): AppError {
  const isMoney = code === 'members.insufficientBalance' || code === 'members.insufficientGive'
  const show = (value: number) => (isMoney ? formatMinor(value) : String(value))
  return new AppError(code, { field: 'userId', needed: show(needed), available: show(available) })
}

/** Converts amounts in wallet errors of SQL functions to decimals; returns other errors unchanged. */
export function withWalletAmounts(error: unknown): unknown {
  const appError = toAppError(error)
  if (!appError || !isShortage(appError.code)) return appError ?? error
  const { needed, available } = appError.details
  return insufficientFor({ code: appError.code, needed: Number(needed), available: Number(available) })
}

/** Translates codes in the details of an error to the caller's language; returns other errors unchanged. */
export function localizeRefusal(ctx: CallContext, error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  const { code, details } = error
  if (code === 'sessions.ruleWeekday') {
    const days = weekdaysInWords((key) => text(ctx.locale, key), details.days as number[])
    return new AppError(code, { ...details, days })
  }
  const state = code === 'sessions.vehicleUnavailable' ? `vehicle.state.${details.state}` : ''
  return isTextKey(state) ? new AppError(code, { ...details, state: text(ctx.locale, state) }) : error
}
