import type { Clock } from '#main/core/clocks/clock.ts'
import { isUnreachable } from '#main/core/failures.ts'
import type { Log } from '#main/core/log.ts'
import type { Migration, Sqlite } from '#main/core/storage/database.ts'
import type { SecureStore } from '#main/core/storage/secure-store.ts'
import { fromFamily } from '#shared/core/family-names.ts'
import type { OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'
import { hasDailyLimit } from '#shared/features/rules/rule-offer.calc.ts'
import { Snapshot, type SnapshotChanges } from '#shared/features/terminals/snapshot.schema.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'

export const snapshotMigrations: Migration[] = [
  {
    name: 'snapshot-0001',
    sql: 'create table snapshot (org_code text primary key, taken_at text not null, sealed blob not null) strict',
  },
  // Earlier rows were asked for about when the server answered.
  {
    name: 'snapshot-0002-asked-at',
    sql: `
      alter table snapshot add column asked_at integer not null default 0;
      update snapshot set asked_at = coalesce(unixepoch(taken_at), 0) * 1000;
    `,
  },
]

export interface News {
  vehicles: Vehicle[]
  /** The requested rules. */
  rules: OfferedRule[]
  openHung: number
  openTrials: number
}

export interface SnapshotDeps {
  protect: Pick<SecureStore, 'encrypt' | 'decrypt'>
  clock: Clock
  log: Log
  /** The current store; null while nobody is signed in. */
  orgCode(): string | null
  /** Reads the parts whose hashes differ from these; null while nobody is signed in. */
  fetchChanges(marks: Snapshot['marks']): Promise<SnapshotChanges> | null
  /** Reads what changes often: vehicles, number of open orders, and uses of rules with limits. */
  fetchNews(ruleIds: readonly string[]): Promise<News> | null
  /** Writes to the terminal's file; a failure is already shown to the cashier. */
  write(run: (db: Sqlite) => void): void
  onChange(): void
}

/** A stored, encrypted snapshot. */
interface Sealed {
  asked_at: number
  sealed: Buffer
}

interface Kept {
  snapshot: Snapshot
  /** When the server was asked for its vehicles and open orders (ms). */
  askedAt: number
}

const DEBOUNCE_MS = 150

export type SnapshotKeeper = ReturnType<typeof createSnapshotKeeper>

/**
 * The snapshot that a counter needs offline: read after changes, stored encrypted, one per store. The server sends only
 * the parts that have changed.
 */
export function createSnapshotKeeper(deps: SnapshotDeps) {
  const { clock, log } = deps
  let db: Sqlite | null = null
  const cache = new Map<string, Kept>()
  let running: Promise<void> | null = null
  let pending: 'all' | 'news' | null = null
  let cancel: () => void = () => undefined

  function read(orgCode: string): Kept | null {
    const inMemory = cache.get(orgCode)
    if (inMemory) return inMemory
    try {
      const row = db?.prepare<[string], Sealed>('select asked_at, sealed from snapshot where org_code = ?').get(orgCode)
      if (!row) return null
      // Earlier versions stored the snapshot as it comes over the wire.
      const snapshot = Snapshot.parse(fromFamily(Snapshot, JSON.parse(deps.protect.decrypt(row.sealed))))
      const found = { snapshot, askedAt: row.asked_at }
      cache.set(orgCode, found)
      return found
    } catch (error) {
      log.error('the stored snapshot cannot be read', { error })
      return null
    }
  }

  function save(kept: Kept): void {
    const { snapshot, askedAt } = kept
    const { orgCode } = snapshot.store
    cache.set(orgCode, kept)
    try {
      const sealed = deps.protect.encrypt(JSON.stringify(snapshot))
      deps.write((file) =>
        file
          .prepare('insert or replace into snapshot (org_code, taken_at, sealed, asked_at) values (?, ?, ?, ?)')
          .run(orgCode, snapshot.takenAt, sealed, askedAt),
      )
    } catch (error) {
      log.warn('the snapshot is only kept in memory', { error })
    }
    deps.onChange()
  }

  async function fetchNow(what: 'all' | 'news'): Promise<void> {
    const orgCode = deps.orgCode()
    const before = orgCode === null ? null : (read(orgCode)?.snapshot ?? null)
    const askedAt = clock.now()
    if (what === 'news' && before) {
      const news = await deps.fetchNews(before.rules.filter(hasDailyLimit).map(({ id }) => id))
      // Someone may have chosen another store meanwhile; the answer is then about that one.
      if (!news || deps.orgCode() !== orgCode) return
      const { vehicles, openHung, openTrials } = news
      const counted = new Map(news.rules.map((rule) => [rule.id, rule]))
      const rules = before.rules.map((rule) => counted.get(rule.id) ?? rule)
      // The hashes of parts that were changed here no longer match.
      const { store: _, vehicles: __, rules: ofRules, ...others } = before.marks
      const marks = counted.size > 0 ? others : { ...others, rules: ofRules }
      const snapshot = { ...before, marks, rules, vehicles, store: { ...before.store, openHung, openTrials } }
      save({ snapshot, askedAt })
      return
    }
    const fetched = await deps.fetchChanges(before?.marks ?? {})
    if (!fetched) return
    save({ snapshot: Snapshot.parse({ ...before, ...fetched }), askedAt })
  }

  async function work(): Promise<void> {
    while (pending) {
      const requested = pending
      pending = null
      try {
        await fetchNow(requested)
      } catch (error) {
        if (!isUnreachable(error)) log.warn('the snapshot cannot be read from the server', { error })
      }
    }
  }

  function start(): Promise<void> {
    running ??= work().finally(() => {
      running = null
    })
    return running
  }

  function kept(): Kept | null {
    const orgCode = deps.orgCode()
    return orgCode === null ? null : read(orgCode)
  }

  const current = (): Snapshot | null => kept()?.snapshot ?? null

  function refresh(): Promise<void> {
    pending = 'all'
    return start()
  }

  return {
    /** The snapshot of the current store, or null. */
    current,
    /** Reads all changes; resolves when that is done or has failed. */
    refresh,
    /** The snapshot, read first where there is none yet. */
    async ready(): Promise<Snapshot | null> {
      if (!current()) await refresh()
      return current()
    },
    /** A change was announced; reads are debounced. */
    announce(what: 'all' | 'news'): void {
      if (pending !== 'all') pending = what
      cancel()
      cancel = clock.after(DEBOUNCE_MS, () => void start())
    },
    /** When the server was asked for the vehicles and open orders of the current snapshot (ms), also before a restart. */
    serverReadAt: (): number => kept()?.askedAt ?? clock.now(),
    /** The terminal's file was opened, or closed (null). */
    attach(file: Sqlite | null): void {
      db = file
    },
    close: () => cancel(),
  }
}
