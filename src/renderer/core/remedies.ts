import { AppError, type ErrorCode } from '#shared/core/errors.ts'

/** Asks the user for what a refused request lacks; resolves to whether it was provided. */
type Remedy = () => Promise<boolean>

const remedies = new Map<ErrorCode, Remedy>()

/** Registers a remedy for an error code; the returned function removes it. */
export function remedyFor(code: ErrorCode, remedy: Remedy): () => void {
  remedies.set(code, remedy)
  return () => {
    if (remedies.get(code) === remedy) remedies.delete(code)
  }
}

/**
 * Makes a request, and retries it once where a remedy for its refusal succeeded. A refused request had no effect, and
 * the retry has the same idempotency key, so it takes effect once.
 */
export async function remedied<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    const remedy = error instanceof AppError ? remedies.get(error.code) : undefined
    if (!remedy || !(await remedy())) throw error
    return request()
  }
}
