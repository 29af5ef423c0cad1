import type { Migration, Sqlite } from '#main/core/storage/database.ts'
import type { SecureStore } from '#main/core/storage/secure-store.ts'
import { newId } from '#shared/core/id.ts'
import type { PrintOutcome, TicketData } from '#shared/ipc/devices.ts'
import type { PrintItem } from '#shared/ipc/prints.ts'
import type { PrintDetail } from './print-attempt.ts'

export type PrintKind = 'ticket' | 'test' | 'drawer'
export type PrintState = PrintItem['state']

/** A print job for the rest of the terminal: a `PrintItem` with more fields, without the ticket's content. */
export interface PrinterJob extends PrintItem {
  key: string
  kind: PrintKind
  attempts: number
  outcome: PrintOutcome | null
  /** Reason of the last attempt's outcome; its text is `print.detail.<detail>`. */
  detail: PrintDetail
  expiresAt: string
  /** Characters missing in the printer's font. */
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
        ticket_no text not null,
        missing text not null,
        content blob not null,
        attempts integer not null default 0,
        next_at integer not null default 0,
        expires_at integer not null,
        created_at integer not null,
        outcome text check (outcome in ('printed', 'sent', 'blocked', 'not-sent', 'unknown')),
        detail text not null default 'none'
      ) strict;
      create index print_jobs_open on print_jobs (state, seq) where state in ('waiting', 'printing', 'unknown');
      create index print_jobs_order on print_jobs (order_id, copy_no);
    `,
  },
]

/** Bytes of the job, and its ticket for further copies. Stored encrypted, because it contains names. */
interface Content {
  bytes: Buffer
  ticket: TicketData | null
}

interface Row {
  id: string
  key: string
  kind: PrintKind
  state: PrintState
  order_id: string
  copy_no: number
  ticket_no: string
  missing: string
  content: Buffer
  attempts: number
  next_at: number
  expires_at: number
  created_at: number
  outcome: PrintOutcome | null
  detail: PrintDetail
}

export interface NewPrintJob {
  key: string
  kind: PrintKind
  orderId: string
  copyNo: number
  bytes: Buffer
  ticket: TicketData | null
  missing: string[]
  expiresAt: number
}

export interface QueuedPrint {
  job: PrinterJob
  /** Null when it can no longer be decrypted. */
  bytes: Buffer | null
  nextAt: number
}

/** Changes of a job by an attempt. */
export interface PrintPatch {
  state: PrintState
  outcome: PrintOutcome | null
  detail: PrintDetail
  nextAt: number
}

export type PrintJobs = ReturnType<typeof printJobs>

const jobOf = (row: Row): PrinterJob => ({
  jobId: row.id,
  key: row.key,
  kind: row.kind,
  orderId: row.order_id,
  ticketNo: row.ticket_no,
  copyNo: row.copy_no,
  state: row.state,
  attempts: row.attempts,
  outcome: row.outcome,
  detail: row.detail,
  createdAt: new Date(row.created_at).toISOString(),
  expiresAt: new Date(row.expires_at).toISOString(),
  missing: JSON.parse(row.missing) as string[],
})

const seal = ({ bytes, ticket }: Content, { encrypt }: PrintSecrets): Buffer =>
  encrypt(JSON.stringify({ bytes: bytes.toString('base64'), ticket }))

/** Decrypts a row; returns nothing if its key is lost. */
function unseal(sealed: Buffer, { decrypt }: PrintSecrets): Content | null {
  let plain: string
  try {
    plain = decrypt(sealed)
  } catch {
    return null
  }
  const { bytes, ticket } = JSON.parse(plain) as { bytes: string; ticket: TicketData | null }
  return { bytes: Buffer.from(bytes, 'base64'), ticket }
}

/** Encrypts tickets on disk. */
export type PrintSecrets = Pick<SecureStore, 'encrypt' | 'decrypt'>

/** The print jobs in the terminal's SQLite file. */
export function printJobs(db: Sqlite, secrets: PrintSecrets) {
  const insert = db.prepare<[Record<string, unknown>]>(
    `insert into print_jobs
       (id, key, kind, state, order_id, copy_no, ticket_no, missing, content, expires_at, created_at)
     values (:id, :key, :kind, 'waiting', :orderId, :copyNo, :ticketNo, :missing, :content, :expiresAt, :createdAt)`,
  )
  const byId = db.prepare<[string], Row>('select * from print_jobs where id = ?')
  const byKey = db.prepare<[string], Row>('select * from print_jobs where key = ?')
  const lastOf = db.prepare<[string], Row>(
    "select * from print_jobs where order_id = ? and kind = 'ticket' order by copy_no desc limit 1",
  )
  // Drawer pulses and test pages are for someone waiting now: they precede tickets, which keep their order.
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
  const revive = db.prepare<[Record<string, unknown>]>(
    `update print_jobs set state = 'waiting', attempts = 0, outcome = null, detail = 'none', next_at = 0,
       missing = :missing, content = :content, expires_at = :expiresAt where id = :id`,
  )
  const expired = db.prepare<[number], Row>("select * from print_jobs where state = 'waiting' and expires_at <= ?")
  const interrupted = db.prepare<[], Row>("select * from print_jobs where state = 'printing'")
  const hurry = db.prepare("update print_jobs set next_at = 0 where state = 'waiting'")
  // Jobs that need attention are listed regardless of age.
  const recent = db.prepare<[number], Row>(
    `select * from print_jobs where seq in (
       select seq from print_jobs where state in ('waiting', 'printing', 'unknown') and kind = 'ticket'
       union select seq from (select seq from print_jobs where kind = 'ticket' order by seq desc limit ?))
     order by seq desc`,
  )
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
      const { key, kind, orderId, copyNo, ticket, missing, expiresAt } = job
      insert.run({
        id: newId(),
        key,
        kind,
        orderId,
        copyNo,
        // Texts have no number and are identified by their title.
        ticketNo: ticket?.ticketNo || ticket?.document?.title || '',
        missing: JSON.stringify(missing),
        content: seal(job, secrets),
        expiresAt,
        createdAt: now,
      })
      return jobOf(byKey.get(job.key) as Row)
    },
    /** Requeues a job that ended without being sent, with new content. */
    revive(id: string, job: NewPrintJob): PrinterJob {
      const { missing, expiresAt } = job
      revive.run({ id, missing: JSON.stringify(missing), content: seal(job, secrets), expiresAt })
      return jobOf(byId.get(id) as Row)
    },
    byId: (id: string) => one(byId.get(id)),
    byKey: (key: string) => one(byKey.get(key)),
    /** The last copy of an order's ticket, with its data. */
    lastOf(orderId: string): { job: PrinterJob; ticket: TicketData | null } | null {
      const row = lastOf.get(orderId)
      return row ? { job: jobOf(row), ticket: unseal(row.content, secrets)?.ticket ?? null } : null
    },
    /** The bytes of a job; null if they can no longer be decrypted. */
    bytesOf(id: string): Buffer | null {
      const row = byId.get(id)
      return row ? (unseal(row.content, secrets)?.bytes ?? null) : null
    },
    head(): QueuedPrint | null {
      const row = head.get()
      return row ? { job: jobOf(row), bytes: unseal(row.content, secrets)?.bytes ?? null, nextAt: row.next_at } : null
    },
    /** Marks a job as printing before its first byte is sent; false if it was taken already. */
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
    /** Deletes older jobs, because tickets contain names. */
    purge: (before: number) => purge.run(before),
  }
}
