import type { CallContext } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { weekdaysInWords } from '#shared/core/weekdays.ts'
import { isTextKey, text } from '#shared/i18n/catalogue.ts'

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
