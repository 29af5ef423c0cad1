import { AppError, type ErrorCode } from '#shared/core/errors.ts'

/** Lets somebody do what a refused request lacks; answers whether that was done. */
type Remedy = () => Promise<boolean>

const remedies = new Map<ErrorCode, Remedy>()

/** Offers a remedy for a refusal until the returned function is called. */
export function remedyFor(code: ErrorCode, remedy: Remedy): () => void {
  remedies.set(code, remedy)
  return () => {
    if (remedies.get(code) === remedy) remedies.delete(code)
  }
}

/**
 * Makes a request, and once more where it was refused for something that has been remedied since. A refused request did nothing, and
 * the second is the same with the same key, so that it happens once.
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
