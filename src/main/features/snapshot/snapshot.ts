import type { Clock } from '#main/core/clock.ts'
import type { Migration, Sqlite } from '#main/core/database.ts'
import { isUnreachable } from '#main/core/failures.ts'
import type { Log } from '#main/core/log.ts'
import type { SecureStore } from '#main/core/secure-store.ts'
import { fromFamily } from '#shared/core/family-names.ts'
import type { OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'
import { countsDaily } from '#shared/features/rules/rule-offer.calc.ts'
import { Snapshot, type SnapshotChanges } from '#shared/features/terminals/snapshot.schema.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'

export const snapshotMigrations: Migration[] = [
  {
    name: 'snapshot-0001',
    sql: 'create table snapshot (org_code text primary key, taken_at text not null, sealed blob not null) strict',
  },
]

export interface News {
  vehicles: Vehicle[]
  /** The rules that were asked for. */
  rules: OfferedRule[]
  openHung: number
  openTrials: number
}

export interface SnapshotDeps {
  protect: Pick<SecureStore, 'encrypt' | 'decrypt'>
  clock: Clock
  log: Log
  /** The store worked in; null while nobody works. */
  orgCode(): string | null
  /** Reads from the server what is not as these marks say; null while there is no token to read with. */
  fetchChanges(known: Snapshot['marks']): Promise<SnapshotChanges> | null
  /** What changes all the time: the vehicles, how many orders are open, and the uses of rules that count them. */
  fetchNews(ruleIds: readonly string[]): Promise<News> | null
  /** Writes to the terminal's file; a failure there is already told to the cashier. */
  write(run: (db: Sqlite) => void): void
  onChange(): void
}

/** One store's snapshot as it lies in the file. */
interface Sealed {
  taken_at: string
  sealed: Buffer
}

const SETTLE_TIME = 150

export type SnapshotKeeper = ReturnType<typeof createSnapshotKeeper>

/**
 * What the counter needs without the server: read when there is news, kept encrypted, one per store. Of what is read, the server
 * sends only the parts that have changed.
 */
export function createSnapshotKeeper(deps: SnapshotDeps) {
  const { clock, log } = deps
  let db: Sqlite | null = null
  const known = new Map<string, Snapshot>()
  let running: Promise<void> | null = null
  let wanted: 'all' | 'news' | null = null
  let cancel: () => void = () => undefined
  /** When the server was asked for the vehicles that are known now. */
  let serverReadAt = clock.now()

  function read(orgCode: string): Snapshot | null {
    const inMemory = known.get(orgCode)
    if (inMemory) return inMemory
    try {
      const row = db?.prepare<[string], Sealed>('select taken_at, sealed from snapshot where org_code = ?').get(orgCode)
      if (!row) return null
      // Earlier versions stored the snapshot as it comes over the wire.
      const found = Snapshot.parse(fromFamily(Snapshot, JSON.parse(deps.protect.decrypt(row.sealed))))
      known.set(orgCode, found)
      return found
    } catch (error) {
      log.error('the stored snapshot cannot be read', { error })
      return null
    }
  }

  function save(snapshot: Snapshot): void {
    const { orgCode } = snapshot.store
    known.set(orgCode, snapshot)
    try {
      const sealed = deps.protect.encrypt(JSON.stringify(snapshot))
      deps.write((file) =>
        file
          .prepare('insert or replace into snapshot (org_code, taken_at, sealed) values (?, ?, ?)')
          .run(orgCode, snapshot.takenAt, sealed),
      )
    } catch (error) {
      log.warn('the snapshot is only kept in memory', { error })
    }
    deps.onChange()
  }

  async function fetchNow(what: 'all' | 'news'): Promise<void> {
    const orgCode = deps.orgCode()
    const before = orgCode === null ? null : read(orgCode)
    const askedAt = clock.now()
    if (what === 'news' && before) {
      const news = await deps.fetchNews(before.rules.filter(countsDaily).map(({ id }) => id))
      // Someone may have chosen another store meanwhile; the answer is then about that one.
      if (!news || deps.orgCode() !== orgCode) return
      serverReadAt = askedAt
      const { vehicles, openHung, openTrials } = news
      const counted = new Map(news.rules.map((rule) => [rule.id, rule]))
      const rules = before.rules.map((rule) => counted.get(rule.id) ?? rule)
      // What was changed here is no longer what the server marked.
      const { store: _, vehicles: __, rules: ofRules, ...others } = before.marks
      const marks = counted.size > 0 ? others : { ...others, rules: ofRules }
      save({ ...before, marks, rules, vehicles, store: { ...before.store, openHung, openTrials } })
      return
    }
    const fetched = await deps.fetchChanges(before?.marks ?? {})
    if (!fetched) return
    serverReadAt = askedAt
    save(Snapshot.parse({ ...before, ...fetched }))
  }

  async function work(): Promise<void> {
    while (wanted) {
      const what = wanted
      wanted = null
      try {
        await fetchNow(what)
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

  function current(): Snapshot | null {
    const orgCode = deps.orgCode()
    return orgCode === null ? null : read(orgCode)
  }

  function refresh(): Promise<void> {
    wanted = 'all'
    return start()
  }

  return {
    /** The snapshot of the store worked in. */
    current,
    /** Reads everything anew; resolves when that is done or has failed. */
    refresh,
    /** The snapshot, read first where there is none yet. */
    async ready(): Promise<Snapshot | null> {
      if (!current()) await refresh()
      return current()
    },
    /** Something was announced: several announcements in a row are one read. */
    announce(what: 'all' | 'news'): void {
      if (wanted !== 'all') wanted = what
      cancel()
      cancel = clock.after(SETTLE_TIME, () => void start())
    },
    toldAt: (): number => serverReadAt,
    /** The terminal's file is there, or gone. */
    attach(file: Sqlite | null): void {
      db = file
    },
    close: () => cancel(),
  }
}
