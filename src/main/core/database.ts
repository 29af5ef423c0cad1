import Database from 'better-sqlite3'

export type Sqlite = Database.Database

/** Statements that migrate a feature's tables by one version; never edited after release. */
export interface Migration {
  name: string
  sql: string
}

/**
 * Opens the terminal's SQLite file: write-ahead log, and every commit on disk before it returns
 * (`synchronous=FULL`), because a start is shown and printed as soon as it is committed.
 */
export function openDatabase(path: string, migrations: readonly Migration[]): Sqlite {
  const db = new Database(path, { timeout: 5000 })
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    migrate(db, migrations)
    return db
  } catch (error) {
    db.close()
    throw error
  }
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
