import Database from 'better-sqlite3'
import { AppError } from '#shared/core/errors.ts'
import { compareReleases } from '#shared/core/release.ts'

export type Sqlite = Database.Database

/** Statements that migrate a feature's tables by one version; never edited after release. */
export interface Migration {
  name: string
  sql: string
}

/** A version of the program, and the oldest one that works on the files that it has opened. */
export interface FileRelease {
  version: string
  oldest: string
}

/**
 * Opens the terminal's SQLite file: write-ahead log, and every commit on disk before it returns
 * (`synchronous=FULL`), because a start is shown and printed as soon as it is committed. Throws `storage.tooNew` on a file of a newer
 * release that this one does not work on; nothing in it is changed.
 */
export function openDatabase(path: string, migrations: readonly Migration[], release?: FileRelease): Sqlite {
  const db = new Database(path, { timeout: 5000 })
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    if (release) refuseTooNew(db, release)
    migrate(db, migrations)
    if (release) recordRelease(db, release)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

const hasReleases = (db: Sqlite): boolean =>
  db.prepare("select 1 from sqlite_master where name = 'file_release'").get() !== undefined

function refuseTooNew(db: Sqlite, { version }: FileRelease): void {
  if (!hasReleases(db)) return
  const rows = db.prepare<[], FileRelease>('select version, oldest from file_release').all()
  const tooNew = rows.find(({ oldest }) => compareReleases(version, oldest) < 0)
  if (tooNew) throw new AppError('storage.tooNew', { version: tooNew.version, oldest: tooNew.oldest })
}

function recordRelease(db: Sqlite, { version, oldest }: FileRelease): void {
  if (!hasReleases(db)) db.exec('create table file_release (version text primary key, oldest text not null) strict')
  // The file is not written where nothing changes, as on a disk that is full.
  const known = db.prepare('select 1 from file_release where version = ? and oldest = ?').get(version, oldest)
  if (!known) db.prepare('insert or replace into file_release (version, oldest) values (?, ?)').run(version, oldest)
}

function migrate(db: Sqlite, migrations: readonly Migration[]): void {
  db.exec('create table if not exists migration (name text primary key, applied_at text not null) strict')
  const known = new Set(
    db
      .prepare<[], { name: string }>('select name from migration')
      .all()
      .map((row) => row.name),
  )
  const insert = db.prepare('insert into migration (name, applied_at) values (?, ?)')
  for (const { name, sql } of migrations) {
    if (known.has(name)) continue
    db.transaction(() => {
      db.exec(sql)
      insert.run(name, new Date().toISOString())
    })()
  }
}
