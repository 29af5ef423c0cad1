import { AppError, type ErrorCode } from '#shared/core/errors.ts'

const unreachable: ReadonlySet<ErrorCode> = new Set(['common.offline', 'common.timeout', 'common.unavailable'])

/** Whether a call failed because the server is unreachable, rather than refused it. */
export const isUnreachable = (error: unknown): boolean => error instanceof AppError && unreachable.has(error.code)

/** Whether the server rejected the call's token. */
export const isTokenInvalid = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'auth.tokenInvalid' || error.code === 'auth.tokenMissing')
