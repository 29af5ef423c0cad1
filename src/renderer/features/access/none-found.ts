import { AppError, type ErrorCode } from '#shared/core/errors.ts'

/** What stands for the answer where the family's servers fail because there is nothing to list. */
export const noneFound =
  <T>(code: ErrorCode, none: T) =>
  (error: unknown): T => {
    if (error instanceof AppError && error.code === code) return none
    throw error
  }
