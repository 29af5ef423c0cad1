import type { Clock } from '#main/core/clock.ts'
import type { Migration, Sqlite } from '#main/core/database.ts'
import type { Log } from '#main/core/log.ts'
import type { SecureStore } from '#main/core/secure-store.ts'
import type { StartInput } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { SyncItem } from '#shared/ipc/contract.ts'

/** How long what was sent stays in view, and on this computer. */
const keepFor = 7 * 24 * 3600_000
const listed = 200

export const outboxMigrations: Migration[] = [
  {
    name: 'outbox-0001-starts',
    sql: `
      create table start (
        seq integer primary key autoincrement,
        id text not null unique,
        org_code text not null,
        vehicle_lane text not null,
        member_lane text not null,
        state text not null check (state in ('waiting', 'sending', 'sent', 'refused', 'dismissed', 'rejected')),
        offline integer not null check (offline in (0, 1)),
        ticket_no text not null,
        sealed blob not null,
        started_at text not null,
        attempts integer not null default 0,
        code text,
        reason text,
        remark text not null default '',
        told integer not null default 1 check (told in (0, 1)),
        settled_at integer
      ) strict;
      create index start_open on start (org_code, seq) where state in ('waiting', 'sending');
      create index start_state on start (state, seq);
      create index start_untold on start (org_code, seq) where told = 0;
      create table ticket_counter (day text primary key, last integer not null) strict;
    `,
  },
]

/** Everything about a start that names somebody or something; lies encrypted in the file. */
export interface StartDetails {
  body: Omit<StartInput, 'offline' | 'terminalTicket'>
  vehicleName: string
  ruleName: string
  /** Minutes of a timed run. */
  minutes: number
}

export interface NewStart extends StartDetails {
  id: string
  orgCode: string
  startedAt: string
  /** Business day and prefix of the terminal's own ticket number. */
  day: string
  prefix: string
  /** True when it is known from the beginning that the server cannot be asked. */
  offline: boolean
}

/** An open start as the sender sees it: whose lanes it waits in. */
export interface OpenStart {
  id: string
  lanes: string[]
  attempts: number
}

interface Row {
  id: string
  org_code: string
  vehicle_lane: string
  member_lane: string
  state: SyncItem['state'] | 'rejected'
  offline: 0 | 1
  ticket_no: string
  sealed: Buffer
  started_at: string
  attempts: number
  code: string | null
  reason: string | null
  remark: string
  settled_at: number | null
}

export interface OutboxDeps {
  db: Sqlite
  protect: Pick<SecureStore, 'encrypt' | 'decrypt'>
  hash: (value: string) => string
  clock: Clock
  log: Log
}

export type Outbox = ReturnType<typeof createOutbox>

/** The starts of this terminal in its SQLite file, from the moment a cashier presses start until seven days after. */
export function createOutbox({ db, protect, hash, clock, log }: OutboxDeps) {
  const count = db.prepare<[string], { last: number }>(
    `insert into ticket_counter (day, last) values (?, 1)
     on conflict (day) do update set last = last + 1 returning last`,
  )
  const insert = db.prepare<[Record<string, unknown>]>(
    `insert into start (id, org_code, vehicle_lane, member_lane, state, offline, ticket_no, sealed, started_at)
     values (:id, :orgCode, :vehicleLane, :memberLane, 'waiting', :offline, :ticketNo, :sealed, :startedAt)`,
  )
  const byId = db.prepare<[string], Row>('select * from start where id = ?')
  const open = db.prepare<[string, number], Pick<Row, 'id' | 'vehicle_lane' | 'member_lane' | 'attempts'>>(
    `select id, vehicle_lane, member_lane, attempts from start
     where org_code = ? and state in ('waiting', 'sending') order by seq limit ?`,
  )
  const openIds = db.prepare<[], { id: string }>(
    "select id from start where state in ('waiting', 'sending') and offline = 1 order by seq",
  )
  const recover = db.prepare("update start set state = 'waiting' where state = 'sending'")
  const sending = db.prepare<[string]>("update start set state = 'sending', attempts = attempts + 1 where id = ?")
  const waiting = db.prepare<[string | null, string | null, string]>(
    "update start set state = 'waiting', code = ?, reason = ? where id = ? and state = 'sending'",
  )
  const offline = db.prepare<[string]>('update start set offline = 1 where id = ?')
  const sent = db.prepare<[string | null, number, string]>(
    `update start set state = 'sent', code = null, reason = null, ticket_no = coalesce(?, ticket_no), settled_at = ?
     where id = ?`,
  )
  const refused = db.prepare<[string, string, number, string]>(
    "update start set state = 'refused', code = ?, reason = ?, settled_at = ? where id = ?",
  )
  const rejected = db.prepare<[string, number, string]>(
    "update start set state = 'rejected', code = ?, settled_at = ? where id = ?",
  )
  const retry = db.prepare<[string]>(
    "update start set state = 'waiting', settled_at = null where id = ? and state = 'refused'",
  )
  const dismiss = db.prepare<[string, number, string]>(
    "update start set state = 'dismissed', remark = ?, told = 0, settled_at = ? where id = ? and state = 'refused'",
  )
  const untold = db.prepare<[string], { id: string; remark: string }>(
    'select id, remark from start where org_code = ? and told = 0 order by seq',
  )
  const told = db.prepare<[string]>('update start set told = 1 where id = ?')
  const listOpen = db.prepare<[], Row>(
    "select * from start where state in ('waiting', 'sending', 'refused') order by seq desc",
  )
  const listDone = db.prepare<[number], Row>(
    "select * from start where state in ('sent', 'dismissed') order by seq desc limit ?",
  )
  const counts = db.prepare<[], { waiting: number; refused: number }>(
    `select count(*) filter (where state in ('waiting', 'sending')) as waiting,
            count(*) filter (where state = 'refused') as refused
     from start where state in ('waiting', 'sending', 'refused')`,
  )
  const purge = db.prepare<[number]>(
    "delete from start where state in ('sent', 'rejected', 'dismissed') and told = 1 and settled_at < ?",
  )
  const purgeDays = db.prepare<[string]>('delete from ticket_counter where day < ?')

  // What was on its way when the program died is sent again under the same key.
  recover.run()

  function detailsOf(row: Row): StartDetails | null {
    try {
      return JSON.parse(protect.decrypt(row.sealed)) as StartDetails
    } catch (error) {
      log.error('a stored start cannot be read', { id: row.id, error })
      return null
    }
  }

  function itemOf(row: Row): SyncItem {
    const details = detailsOf(row)
    return {
      id: row.id,
      state: row.state === 'rejected' ? 'refused' : row.state,
      ticketNo: row.ticket_no,
      racer: details?.body.cheshou ?? '',
      vehicleName: details?.vehicleName ?? '',
      ruleName: details?.ruleName ?? '',
      memberNo: details?.body.userId ?? '',
      startedAt: row.started_at,
      attempts: row.attempts,
      code: row.code,
      reason: row.reason,
      remark: row.remark,
      sentAt: row.state === 'sent' && row.settled_at !== null ? new Date(row.settled_at).toISOString() : null,
    }
  }

  return {
    /** Stores a start together with its ticket number, which counts within the business day. */
    add: db.transaction((start: NewStart): { ticketNo: string } => {
      const { id, orgCode, startedAt, day, prefix, body, vehicleName, ruleName, minutes } = start
      const number = count.get(day)?.last ?? 1
      const ticketNo = `${prefix}-${String(number).padStart(3, '0')}`
      const details: StartDetails = { body, vehicleName, ruleName, minutes }
      insert.run({
        id,
        orgCode,
        startedAt,
        ticketNo,
        offline: start.offline ? 1 : 0,
        vehicleLane: `vehicle:${body.vehicleId}`,
        memberLane: body.userId ? `member:${hash(`id:${body.userId}`)}` : '',
        sealed: protect.encrypt(JSON.stringify(details)),
      })
      return { ticketNo }
    }),

    /** The open starts of a store, the oldest first. */
    open: (orgCode: string, limit: number): OpenStart[] =>
      open.all(orgCode, limit).map(({ id, vehicle_lane, member_lane, attempts }) => ({
        id,
        attempts,
        lanes: member_lane === '' ? [vehicle_lane] : [vehicle_lane, member_lane],
      })),

    /** What is sent for a start: the same fields each time, so that the server knows it as the same request. */
    bodyOf(id: string): StartInput | null {
      const row = byId.get(id)
      const details = row ? detailsOf(row) : null
      if (!row || !details) return null
      return { ...details.body, offline: row.offline === 1, terminalTicket: row.ticket_no }
    },

    markSending: (id: string) => void sending.run(id),
    /** Not settled yet; code and reason say why, where the server said something. */
    markWaiting: (id: string, code: string | null = null, reason: string | null = null) =>
      void waiting.run(code, reason, id),
    /** The counter went on without the server: from now on the request says so. */
    markOffline: (id: string) => void offline.run(id),
    /** The server has it; `ticketNo` is the server's number where the cashier was given that one. */
    markSent: (id: string, ticketNo: string | null) => void sent.run(ticketNo, clock.now(), id),
    markRefused: (id: string, code: string, reason: string) => void refused.run(code, reason, clock.now(), id),
    /** Refused while the cashier was looking, who was told: nothing to show later. */
    markRejected: (id: string, code: string) => void rejected.run(code, clock.now(), id),
    /** False when it was not a refused one. */
    retry: (id: string): boolean => retry.run(id).changes === 1,
    dismiss: (id: string, remark: string): boolean => dismiss.run(remark, clock.now(), id).changes === 1,
    /** Dismissals that the server has not heard of. */
    untold: (orgCode: string) => untold.all(orgCode),
    markTold: (id: string) => void told.run(id),

    item(id: string): SyncItem | null {
      const row = byId.get(id)
      return row ? itemOf(row) : null
    },
    isOffline: (id: string): boolean => byId.get(id)?.offline === 1,
    list: (): SyncItem[] => [...listOpen.all(), ...listDone.all(listed)].map(itemOf),
    counts: () => counts.get() ?? { waiting: 0, refused: 0 },

    /** Runs that only this terminal knows of. */
    localRuns: () =>
      openIds.all().flatMap(({ id }) => {
        const row = byId.get(id)
        const details = row ? detailsOf(row) : null
        if (!row || !details) return []
        const { vehicleId = '', cheshou = '', consumeVehicleMode } = details.body
        return {
          vehicleId,
          racer: cheshou,
          startedAt: row.started_at,
          mode: consumeVehicleMode,
          minutes: details.minutes,
        }
      }),

    purge: db.transaction(() => {
      const before = clock.now() - keepFor
      purge.run(before)
      purgeDays.run(new Date(before).toISOString().slice(0, 10))
    }),
  }
}
