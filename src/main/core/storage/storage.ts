import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'
import { type Clock, every } from '#main/core/clocks/clock.ts'
import type { Log } from '#main/core/log.ts'
import { AppError } from '#shared/core/errors.ts'
import { type FileRelease, type Migration, openDatabase, type Sqlite } from './database.ts'
import { codeOf, storageError } from './storage-errors.ts'

export interface StorageDeps {
  path: string
  migrations: readonly Migration[]
  /** The running version, and the oldest one that works on the file afterwards. */
  release: FileRelease
  clock: Clock
  log: Log
  onProblem(problem: AppError | null): void
}

/** The parts that live in the file. */
export interface StorageUser {
  /** The file is open: creates the parts. */
  onOpen(db: Sqlite): void
  /** The file is about to be closed, temporarily or for good. */
  onClose(): Promise<void>
}

/** The terminal's SQLite file, reopened and retried after failures until it is writable. */
export interface Storage {
  readonly problem: AppError | null
  /** Opens the file for the first time, and checks that it is writable; a failure is reported as a problem. */
  start(user: StorageUser): void
  /** Writes; throws `storage.*` on failure. The first success clears a problem. */
  write<T>(run: (db: Sqlite) => T): T
  /** Opens the file if needed; throws like `write`, but does not check that it is writable. */
  open(): void
  close(): Promise<void>
}

const RETRY_PAUSE = 3000

const isStorageProblem = (error: unknown): error is AppError =>
  error instanceof AppError && error.code.startsWith('storage.')

export function createStorage(deps: StorageDeps): Storage {
  let user: StorageUser | null = null
  let db: Sqlite | null = null
  let problem: AppError | null = null
  let closed = false
  let reopening = false

  function note(found: AppError | null): void {
    if (found?.code === problem?.code && found?.details.reason === problem?.details.reason) return
    problem = found
    if (found) deps.log.error('the data file cannot be used', { code: found.code, reason: found.details.reason })
    else deps.log.info('the data file can be used')
    deps.onProblem(found)
  }

  function attempt<T>(run: () => T): T {
    try {
      return run()
    } catch (error) {
      const named = storageError(error)
      if (isStorageProblem(named)) note(named)
      throw named
    }
  }

  function open(): Sqlite {
    if (db) return db
    if (!user || closed || reopening) throw problem ?? new AppError('storage.failed', { reason: 'closed' })
    const opened = openFile(deps)
    db = opened
    try {
      user.onOpen(opened)
      return opened
    } catch (error) {
      // The parts that use it could not be created, such as on a read-only file: drop all references.
      db = null
      void user.onClose()
      opened.close()
      throw error
    }
  }

  function written<T>(run: () => T): T {
    const value = attempt(run)
    note(null)
    return value
  }

  const probe = (): void => {
    written(() =>
      open().prepare('insert or replace into storage_probe (id, at) values (1, ?)').run(new Date().toISOString()),
    )
  }

  async function shut(): Promise<void> {
    await user?.onClose()
    db?.close()
    db = null
  }

  async function recover(): Promise<void> {
    if (problem === null || closed) return
    try {
      probe()
    } catch {
      // A full disk needs no new connection; after other failures the old one may be unusable.
      if (db === null || problem?.code === 'storage.full') return
      reopening = true
      await shut().finally(() => {
        reopening = false
      })
      probe()
    }
  }

  let stop: () => void = () => undefined

  return {
    get problem() {
      return problem
    },
    start(next) {
      user = next
      try {
        probe()
      } catch (error) {
        if (!isStorageProblem(error)) throw error
      }
      stop = every(deps.clock, RETRY_PAUSE, recover)
    },
    write: (run) => written(() => run(open())),
    open: () => void attempt(open),
    async close() {
      closed = true
      stop()
      await shut()
    },
  }
}

function openFile({ path, migrations, release }: StorageDeps): Sqlite {
  try {
    return openDatabase(path, migrations, release)
  } catch (error) {
    // SQLite only reports that it cannot open the file; an unwritable folder gets its own text.
    if (codeOf(error) === 'SQLITE_CANTOPEN' && !isWritable(dirname(path))) throw new AppError('storage.readOnly')
    throw error
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

export const storageMigrations: Migration[] = [
  { name: 'storage-0001-probe', sql: 'create table storage_probe (id integer primary key, at text not null) strict' },
]
