import { z } from 'zod'
import type { Clock } from '#main/core/clocks/clock.ts'
import type { Log } from '#main/core/log.ts'
import type { Migration, Sqlite } from '#main/core/storage/database.ts'
import type { SecureStore } from '#main/core/storage/secure-store.ts'
import type { ErrorDetails } from '#shared/core/errors.ts'
import { fromFamily } from '#shared/core/family-names.ts'
import { CountedShift, CounterShift, DeferredShiftAction } from '#shared/features/shifts/shifts.schema.ts'
import type { ShiftActItem } from '#shared/ipc/shifts.ts'

const RETENTION_MS = 7 * 24 * 3600_000
const MAX_LISTED_ACTIONS = 100

export const shiftMigrations: Migration[] = [
  {
    name: 'shifts-0001-late-acts',
    sql: `
      create table late_act (
        seq integer primary key autoincrement,
        id text not null unique,
        org_code text not null,
        state text not null check (state in ('waiting', 'sending', 'sent', 'refused', 'dismissed')),
        -- The last start that was made before it.
        after_start integer not null,
        sealed blob not null,
        counted text,
        code text,
        reason text,
        details text not null default '{}',
        remark text not null default '',
        told integer not null default 1 check (told in (0, 1)),
        settled_at integer
      ) strict;
      create index late_act_open on late_act (org_code, seq) where state in ('waiting', 'sending');
      create table known_shift (org_code text primary key, after_act integer not null, sealed blob not null) strict;
    `,
  },
]

/** A deferred action as it is stored encrypted. */
const StoredAction = z.object({
  body: DeferredShiftAction,
  /** The cashier who is responsible for the cash after it; after a close, the one who was. */
  cashierName: z.string(),
  terminalName: z.string(),
  byName: z.string(),
  /** For an opening and a handover. */
  businessDay: z.string(),
})
export type DeferredActionRecord = z.infer<typeof StoredAction>

const KnownShift = z.object({ shift: CounterShift.nullable(), userId: z.string() })
type KnownShift = z.infer<typeof KnownShift>

interface Row {
  seq: number
  id: string
  org_code: string
  state: ShiftActItem['state']
  after_start: number
  sealed: Buffer
  counted: string | null
  code: string | null
  reason: string | null
  details: string
  remark: string
}

export interface DeferredActionStoreDeps {
  db: Sqlite
  protect: Pick<SecureStore, 'encrypt' | 'decrypt'>
  clock: Clock
  log: Log
}

export type DeferredActionStore = ReturnType<typeof deferredActionStore>

/** Deferred shift actions in the terminal's file, and the open shift as the server last reported it. */
export function deferredActionStore({ db, protect, clock, log }: DeferredActionStoreDeps) {
  const open = "state in ('waiting', 'sending')"
  const sql = {
    insert: db.prepare<[string, string, Buffer]>(
      `insert into late_act (id, org_code, state, after_start, sealed)
       values (?, ?, 'waiting', (select coalesce(max(seq), 0) from start), ?)`,
    ),
    byId: db.prepare<[string], Row>('select * from late_act where id = ?'),
    first: db.prepare<[string], Row>(`select * from late_act where org_code = ? and ${open} order by seq limit 1`),
    /** Cash that was taken before an action and that the server does not have yet. */
    cashBefore: db.prepare<[string, number], { waits: 0 | 1 }>(
      `select exists (select 1 from start where org_code = ? and paid <> '' and paid = 'cash' and ${open} and seq <= ?) as waits`,
    ),
    holds: db.prepare<[string], { holds: 0 | 1 }>(
      `select exists (select 1 from start s join late_act a on a.org_code = s.org_code and a.${open} and a.after_start < s.seq
         where s.id = ? and s.paid = 'cash') as holds`,
    ),
    since: db.prepare<[string, number], Row>(
      `select * from late_act where org_code = ? and seq > ? and state in ('waiting', 'sending', 'sent') order by seq`,
    ),
    state: db.prepare<[string, string]>('update late_act set state = ? where id = ?'),
    recover: db.prepare("update late_act set state = 'waiting' where state = 'sending'"),
    why: db.prepare<[string | null, string | null, string]>(
      "update late_act set state = 'waiting', code = ?, reason = ? where id = ?",
    ),
    sent: db.prepare<[string | null, number, string]>(
      "update late_act set state = 'sent', counted = ?, code = null, reason = null, settled_at = ? where id = ?",
    ),
    refused: db.prepare<[string, string, string, string]>(
      "update late_act set state = 'refused', code = ?, reason = ?, details = ? where id = ?",
    ),
    retry: db.prepare<[string]>("update late_act set state = 'waiting' where id = ? and state = 'refused'"),
    dismiss: db.prepare<[string, number, string]>(
      "update late_act set state = 'dismissed', remark = ?, told = 0, settled_at = ? where id = ? and state = 'refused'",
    ),
    unreported: db.prepare<[string], { id: string; remark: string }>(
      'select id, remark from late_act where org_code = ? and told = 0 order by seq',
    ),
    reported: db.prepare<[string]>('update late_act set told = 1 where id = ?'),
    counts: db.prepare<[], { waiting: number; refused: number }>(
      `select count(*) filter (where ${open}) as waiting, count(*) filter (where state = 'refused') as refused from late_act`,
    ),
    list: db.prepare<[number], Row>('select * from late_act order by seq desc limit ?'),
    known: db.prepare<[string], { after_act: number; sealed: Buffer }>('select * from known_shift where org_code = ?'),
    keep: db.prepare<[string, string, Buffer]>(
      `insert or replace into known_shift (org_code, after_act, sealed)
       values (?, (select coalesce(max(seq), 0) from late_act where org_code = ? and not ${open}), ?)`,
    ),
    purge: db.prepare<[number]>(
      "delete from late_act where state in ('sent', 'dismissed') and told = 1 and settled_at < ?",
    ),
  }
  // An action that was being sent when the program ended is sent again under the same key.
  sql.recover.run()
  /** Cache, because it is read for each of maybe thousands of waiting starts; null: stale. */
  let cachedCounts: { waiting: number; refused: number } | null = null
  const counts = () => {
    cachedCounts ??= sql.counts.get() ?? { waiting: 0, refused: 0 }
    return cachedCounts
  }
  const changing = <A extends unknown[], R>(run: (...args: A) => R) => {
    return (...args: A): R => {
      cachedCounts = null
      return run(...args)
    }
  }

  function recordOf(row: Row): DeferredActionRecord | null {
    try {
      // Earlier versions stored the body as it goes over the wire.
      return StoredAction.parse(fromFamily(StoredAction, JSON.parse(protect.decrypt(row.sealed))))
    } catch (error) {
      log.error('a deferred shift action cannot be read', { id: row.id, error })
      return null
    }
  }

  function itemOf(row: Row): ShiftActItem {
    const record = recordOf(row)
    const { id, state, code, reason, remark } = row
    return {
      id,
      state,
      act: record?.body.act ?? 'close',
      amount: record?.body.amount ?? 0,
      cashierName: record?.cashierName ?? '',
      happenedAt: record?.body.happenedAt ?? new Date(0).toISOString(),
      counted: row.counted === null ? null : CountedShift.parse(JSON.parse(row.counted)),
      code,
      reason,
      remark,
      details: JSON.parse(row.details) as Record<string, unknown>,
    }
  }

  return {
    add: changing(
      (id: string, orgCode: string, act: DeferredActionRecord) =>
        void sql.insert.run(id, orgCode, protect.encrypt(JSON.stringify(act))),
    ),
    has: (id: string): boolean => sql.byId.get(id) !== undefined,
    /** The first action that the server does not have. Its body is null where it cannot be read; `isBehind`: earlier cash sales go first. */
    first(orgCode: string) {
      const row = sql.first.get(orgCode)
      if (!row) return null
      const body = recordOf(row)?.body ?? null
      // A count includes the sales before it, so they are sent first.
      const counts = body?.act === 'close' || body?.act === 'handover'
      return { id: row.id, body, isBehind: counts && sql.cashBefore.get(orgCode, row.after_start)?.waits === 1 }
    },
    /** Whether a start took cash after a deferred action that the server does not have yet. */
    holdsBack: (startId: string): boolean => counts().waiting > 0 && sql.holds.get(startId)?.holds === 1,

    /** The open shift as the server last reported it, and the actions since; null where it never did. */
    known(orgCode: string): (KnownShift & { since: (DeferredActionRecord & { id: string })[] }) | null {
      const row = sql.known.get(orgCode)
      if (!row) return null
      try {
        const reported = KnownShift.parse(JSON.parse(protect.decrypt(row.sealed)))
        const since = sql.since.all(orgCode, row.after_act).flatMap((act) => {
          const record = recordOf(act)
          return record ? [{ ...record, id: act.id }] : []
        })
        return { ...reported, since }
      } catch (error) {
        log.error('the stored shift cannot be read', { error })
        return null
      }
    },
    keepKnown: (orgCode: string, known: KnownShift) =>
      void sql.keep.run(orgCode, orgCode, protect.encrypt(JSON.stringify(known))),

    markSending: changing((id: string) => void sql.state.run('sending', id)),
    markWaiting: changing(
      (id: string, code: string | null, reason: string | null) => void sql.why.run(code, reason, id),
    ),
    markSent: changing(
      (id: string, counted: CountedShift | null) =>
        void sql.sent.run(counted && JSON.stringify(counted), clock.now(), id),
    ),
    markRefused: changing(
      (id: string, code: string, reason: string, details: ErrorDetails) =>
        void sql.refused.run(code, reason, JSON.stringify(details), id),
    ),
    /** False when the action was not in state `refused`. */
    retry: changing((id: string): boolean => sql.retry.run(id).changes === 1),
    dismiss: changing((id: string, remark: string): boolean => sql.dismiss.run(remark, clock.now(), id).changes === 1),
    /** Dismissals that the server does not have yet. */
    unreportedDismissals: (orgCode: string) => sql.unreported.all(orgCode),
    markReported: (id: string) => void sql.reported.run(id),

    counts,
    item(id: string): ShiftActItem | null {
      const row = sql.byId.get(id)
      return row ? itemOf(row) : null
    },
    list: (): ShiftActItem[] => sql.list.all(MAX_LISTED_ACTIONS).map(itemOf),
    purge: () => void sql.purge.run(clock.now() - RETENTION_MS),
  }
}
