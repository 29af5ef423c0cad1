import type { AppError } from '#shared/core/errors.ts'

/** The error code of a refusal, or `done`. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Partial<AppError>) => error.code ?? String(error),
  )

/** The same, with the field that the refusal names. */
export const codeAndFieldOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    ({ code, details }: AppError) => [code, details?.field].filter(Boolean).join(' '),
  )
