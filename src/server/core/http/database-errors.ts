import pg from 'pg'
import { constraintCodes, constraintFields } from '#server/db/constraints.ts'
import { isUnavailable } from '#server/db/database.ts'
import { AppError, type ErrorCode, type ErrorDetails } from '#shared/core/errors.ts'
import { isTextKey } from '#shared/i18n/catalogue.ts'

/**
 * The SQLSTATE by which SQL functions refuse: `raise exception using errcode = 'PL001', message = 'members.locked',
 * detail = '{"available":100}'` is `AppError('members.locked', { available: 100 })`.
 */
const REFUSED = 'PL001'

const isCode = (code: string): code is ErrorCode => isTextKey(`error.${code}`)

/** Returns the expected failure that a database error is mapped to, or null if the error is a bug. */
export function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (isUnavailable(error)) return new AppError('common.unavailable')
  if (!(error instanceof pg.DatabaseError)) return null
  if (error.code === REFUSED && isCode(error.message)) {
    return new AppError(error.message, error.detail ? (JSON.parse(error.detail) as ErrorDetails) : {})
  }
  const { constraint = '' } = error
  const code = constraintCodes[constraint]
  const field = constraintFields[constraint]
  if (code) return new AppError(code, field === undefined ? {} : { field })
  // A character that PostgreSQL cannot store in a text: U+0000.
  if (error.code === '22021') return new AppError('common.invalidInput', { field: '', reason: 'U+0000' })
  return error.code === '23505' ? new AppError('common.duplicate') : null
}
