import { AppError } from '#shared/core/errors.ts'

/** Returns the error code of the operating system or SQLite; empty if there is none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/**
 * Maps a failed read or write of the terminal's storage: to an `AppError` `storage.*` for a full
 * disk, a read-only or a failing file; other errors are bugs (a constraint, a wrong statement) and returned unchanged.
 */
export function storageError(error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT') return new AppError('storage.full')
  if (code.startsWith('SQLITE_READONLY') || code === 'EROFS') return new AppError('storage.readOnly')
  return FAILING.test(code) ? new AppError('storage.failed', { reason: code }) : error
}

// Codes that mean that the file cannot be read or written, unlike constraints or misuse.
const FAILING = /^(SQLITE_(IOERR|CORRUPT|NOTADB|CANTOPEN|BUSY|LOCKED|PERM|AUTH|NOMEM|PROTOCOL|NOLFS)|EIO$)/

/** Runs a function that uses storage; throws its failures as mapped by `storageError`. */
export function stored<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw storageError(error)
  }
}
