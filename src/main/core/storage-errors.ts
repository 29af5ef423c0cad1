import { AppError } from '#shared/core/errors.ts'

/** What the operating system or SQLite calls a failure; empty where neither named it. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/**
 * What a failed read or write of the terminal's own storage means to the cashier: an `AppError` `storage.*` for a full
 * disk, a read-only file or a failing one, and the error itself when it is a bug of ours (a constraint, a wrong statement).
 */
export function storageError(error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT') return new AppError('storage.full')
  if (code.startsWith('SQLITE_READONLY') || code === 'EROFS') return new AppError('storage.readOnly')
  return FAILING.test(code) ? new AppError('storage.failed', { reason: code }) : error
}

// Not a constraint or a misuse: these say that the file itself cannot be read or written now.
const FAILING = /^(SQLITE_(IOERR|CORRUPT|NOTADB|CANTOPEN|BUSY|LOCKED|PERM|AUTH|NOMEM|PROTOCOL|NOLFS)|EIO$)/

/** Runs something that reads or writes storage and throws its failures as `storageError` names them. */
export function stored<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw storageError(error)
  }
}
