import type { Migration, Sqlite } from '#main/core/database.ts'
import { newId } from '#shared/core/id.ts'
import type { PrintItem } from '#shared/ipc/contract.ts'
import type { PrintOutcome, TicketData } from '#shared/ipc/devices.ts'
import type { PrintDetail } from './print-attempt.ts'

export type PrintKind = 'ticket' | 'test' | 'drawer'
export type PrintState = PrintItem['state']

/** A print job as the rest of the terminal sees it; a `PrintItem` and more. Its bytes stay in the database. */
export interface PrinterJob extends PrintItem {
  key: string
  kind: PrintKind
  attempts: number
  outcome: PrintOutcome | null
  /** Why the last attempt ended as it did; texts are `print.detail.<detail>`. */
  detail: PrintDetail
  expiresAt: string
  /** Characters of the ticket that the printer's font lacks. */
  missing: string[]
}

export const printerMigrations: Migration[] = [
  {
    name: 'printer-0001-print-jobs',
    sql: `
      create table print_jobs (
        seq integer primary key autoincrement,
        id text not null unique,
        key text not null unique,
        kind text not null check (kind in ('ticket', 'test', 'drawer')),
        state text not null check (state in ('waiting', 'printing', 'printed', 'sent', 'unknown', 'cancelled', 'expired')),
        order_id text not null,
        copy_no integer not null,
        bytes blob not null,
        attempts integer not null default 0,
        next_at integer not null default 0,
        expires_at integer not null,
        created_at integer not null,
        outcome text check (outcome in ('printed', 'sent', 'blocked', 'not-sent', 'unknown')),
        detail text not null default 'none',
        meta text not null
      ) strict;
      create index print_jobs_open on print_jobs (state, seq) where state in ('waiting', 'printing', 'unknown');
      create index print_jobs_order on print_jobs (order_id, copy_no);
    `,
  },
]

/** What a job must carry besides its bytes: the ticket, so that it can be printed again, and what its font lacked. */
export interface PrintMeta {
  ticket: TicketData | null
  missing: string[]
}

interface Row {
  id: string
  key: string
  kind: PrintKind
  state: PrintState
  order_id: string
  copy_no: number
  bytes: Buffer
  attempts: number
  next_at: number
  expires_at: number
  created_at: number
  outcome: PrintOutcome | null
  detail: PrintDetail
  meta: string
}

export interface NewPrintJob {
  key: string
  kind: PrintKind
  orderId: string
  copyNo: number
  bytes: Buffer
  expiresAt: number
  meta: PrintMeta
}

export interface QueuedPrint {
  job: PrinterJob
  bytes: Buffer
  nextAt: number
}

/** What an attempt changes in its job. */
export interface PrintPatch {
  state: PrintState
  outcome: PrintOutcome | null
  detail: PrintDetail
  nextAt: number
}

export type PrintJobs = ReturnType<typeof printJobs>

const metaOf = (row: Row): PrintMeta => JSON.parse(row.meta) as PrintMeta

function jobOf(row: Row): PrinterJob {
  const { ticket, missing } = metaOf(row)
  return {
    jobId: row.id,
    key: row.key,
    kind: row.kind,
    orderId: row.order_id,
    ticketNo: ticket?.ticketNo ?? '',
    copyNo: row.copy_no,
    state: row.state,
    attempts: row.attempts,
    outcome: row.outcome,
    detail: row.detail,
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    missing,
  }
}

/** The print jobs in the terminal's SQLite file. */
export function printJobs(db: Sqlite) {
  const insert = db.prepare<[Record<string, unknown>]>(
    `insert into print_jobs (id, key, kind, state, order_id, copy_no, bytes, expires_at, created_at, meta)
     values (:id, :key, :kind, 'waiting', :orderId, :copyNo, :bytes, :expiresAt, :createdAt, :meta)`,
  )
  const byId = db.prepare<[string], Row>('select * from print_jobs where id = ?')
  const byKey = db.prepare<[string], Row>('select * from print_jobs where key = ?')
  const ofOrder = db.prepare<[string], Row>(
    "select * from print_jobs where order_id = ? and kind = 'ticket' order by copy_no desc",
  )
  // A drawer or a test page is for someone who stands there now: both go before the tickets, which keep their order.
  const head = db.prepare<[], Row>(
    `select * from print_jobs where state = 'waiting'
     order by case kind when 'drawer' then 0 when 'test' then 1 else 2 end, seq limit 1`,
  )
  const begin = db.prepare<[string]>(
    "update print_jobs set state = 'printing', attempts = attempts + 1 where id = ? and state = 'waiting'",
  )
  const patch = db.prepare<[Record<string, unknown>]>(
    'update print_jobs set state = :state, outcome = :outcome, detail = :detail, next_at = :nextAt where id = :id',
  )
  const expired = db.prepare<[number], Row>("select * from print_jobs where state = 'waiting' and expires_at <= ?")
  const interrupted = db.prepare<[], Row>("select * from print_jobs where state = 'printing'")
  const hurry = db.prepare("update print_jobs set next_at = 0 where state = 'waiting'")
  const recent = db.prepare<[number], Row>("select * from print_jobs where kind = 'ticket' order by seq desc limit ?")
  const count = db.prepare<[], { waiting: number; unknown: number }>(
    `select count(*) filter (where state in ('waiting', 'printing')) as waiting,
            count(*) filter (where state = 'unknown') as unknown
     from print_jobs where kind = 'ticket' and state in ('waiting', 'printing', 'unknown')`,
  )
  const purge = db.prepare<[number]>('delete from print_jobs where created_at < ?')

  const one = (row: Row | undefined): PrinterJob | null => (row ? jobOf(row) : null)

  return {
    transaction: <T>(run: () => T): T => db.transaction(run).immediate(),
    add(job: NewPrintJob, now: number): PrinterJob {
      insert.run({ ...job, id: newId(), createdAt: now, meta: JSON.stringify(job.meta) })
      return jobOf(byKey.get(job.key) as Row)
    },
    byId: (id: string) => one(byId.get(id)),
    byKey: (key: string) => one(byKey.get(key)),
    /** The copies of an order's ticket, the last first. */
    ofOrder: (orderId: string) => ofOrder.all(orderId).map((row) => ({ job: jobOf(row), ...metaOf(row) })),
    head(): QueuedPrint | null {
      const row = head.get()
      return row ? { job: jobOf(row), bytes: row.bytes, nextAt: row.next_at } : null
    },
    /** Marks a job as printing before its first byte leaves; false when someone else took it. */
    begin: (id: string) => begin.run(id).changes === 1,
    patch(id: string, change: PrintPatch): PrinterJob | null {
      patch.run({ id, ...change })
      return one(byId.get(id))
    },
    expired: (now: number) => expired.all(now).map(jobOf),
    interrupted: () => interrupted.all().map(jobOf),
    hurry: () => hurry.run(),
    recent: (limit: number) => recent.all(limit).map(jobOf),
    count: () => count.get() ?? { waiting: 0, unknown: 0 },
    /** Forgets what is older, because tickets name people. */
    purge: (before: number) => purge.run(before),
  }
}
