import type { Clock } from '#main/core/clocks/clock.ts'
import type { Log } from '#main/core/log.ts'
import type { Migration, Sqlite } from '#main/core/storage/database.ts'
import type { SecureStore } from '#main/core/storage/secure-store.ts'
import type { OwnQueue, TransferredEntry } from '#main/features/hub/index.ts'
import { fromFamily } from '#shared/core/family-names.ts'
import { newId } from '#shared/core/id.ts'
import { fromMinor, type Minor } from '#shared/core/money.ts'
import { MAX_QUEUE_ENTRIES } from '#shared/features/queue/queue.schema.ts'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { type StartFields, startFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { TicketData } from '#shared/ipc/devices.ts'
import type { OfflineQueueEntry } from '#shared/ipc/offline-queue.ts'

export const offlineQueueMigrations: Migration[] = [
  {
    name: 'line-0001-places',
    sql: `
      create table place (
        seq integer primary key autoincrement,
        id text not null unique,
        org_code text not null,
        day text not null,
        -- The key of its ride. Whether that has begun stands in the table of starts, and nowhere else.
        start_id text not null unique,
        ticket_no text not null,
        joined_at integer not null,
        called_at integer,
        expires_at integer not null,
        -- Since when a charge under its key is on its way at the server.
        asked_at integer,
        ended text check (ended in ('cancelled', 'charged')),
        ended_by text not null default '',
        sealed blob not null
      ) strict;
      create index place_open on place (org_code, seq) where ended is null;
    `,
  },
  {
    name: 'line-0002-given-away',
    sql: `
      -- How often it has changed hands before it came here, and from whom it came.
      alter table place add column hop integer not null default 0;
      alter table place add column came_from text;
      -- Who has it from now on, and whether that one is known to have it.
      alter table place add column given_to text;
      alter table place add column given_name text not null default '';
      alter table place add column is_there integer not null default 0;
    `,
  },
]

/** Personal data of an entry, stored encrypted. */
export interface QueueEntryDetails {
  fields: StartFields
  memberName: string
  consumeType: ConsumeType
  price: Minor
  ticket: TicketData
}

export interface NewQueueEntry extends QueueEntryDetails {
  id: string
  orgCode: string
  day: string
  ticketNo: string
  expiresAt: number
}

interface Row {
  id: string
  org_code: string
  day: string
  start_id: string
  ticket_no: string
  joined_at: number
  called_at: number | null
  expires_at: number
  asked_at: number | null
  ended: 'cancelled' | 'charged' | null
  sealed: Buffer
  hop: number
  given_to: string | null
  given_name: string
  is_there: 0 | 1
  /** State of the start under its key; null where there is none. */
  start_state: string | null
}

/** An entry with what decides whether it can be called, started or transferred. */
export interface QueueEntry extends Pick<QueueEntryDetails, 'ticket'> {
  id: string
  orgCode: string
  startId: string
  ticketNo: string
  expiresAt: number
  /** How it ended; null while it waits. */
  end: 'started' | 'charged' | 'cancelled' | null
  chargeStartedAt: number | null
  /** The terminal that takes it over, and whether that one has confirmed to have it; null while it is here. */
  transfer: { to: string; name: string; isThere: boolean } | null
}

/** How many received entries are confirmed to the others; more than a counter receives in a day. */
const MAX_CONFIRMED_ARRIVALS = 2000

export interface QueueEntryStoreDeps {
  db: Sqlite
  protect: Pick<SecureStore, 'encrypt' | 'decrypt'>
  clock: Clock
  log: Log
}

export type QueueEntryStore = ReturnType<typeof queueEntryStore>

/** The offline queue of this terminal in its SQLite file. */
export function queueEntryStore({ db, protect, clock, log }: QueueEntryStoreDeps) {
  const withStart = 'select p.*, s.state as start_state from place p left join start s on s.id = p.start_id'
  const sql = {
    insert: db.prepare<[Record<string, unknown>]>(
      `insert into place (id, org_code, day, start_id, ticket_no, joined_at, expires_at, sealed)
       values (:id, :orgCode, :day, :startId, :ticketNo, :joinedAt, :expiresAt, :sealed)`,
    ),
    byId: db.prepare<[string], Row>(`${withStart} where p.id = ?`),
    byStart: db.prepare<[string], Row>(`${withStart} where p.start_id = ?`),
    // An entry whose charge has an unknown outcome outlives its day.
    open: db.prepare<[string, string], Row>(
      `${withStart} where p.org_code = ? and p.ended is null and (p.day >= ? or p.asked_at is not null)
         and (s.state is null or s.state = 'rejected') and p.is_there = 0 order by p.joined_at, p.seq`,
    ),
    asked: db.prepare<[string], { start_id: string }>(
      'select start_id from place where org_code = ? and ended is null and asked_at is not null order by seq',
    ),
    rejected: db.prepare<[string], { id: string }>(
      `select p.id from place p join start s on s.id = p.start_id
       where p.org_code = ? and p.ended is null and p.given_to is null and s.state = 'rejected'`,
    ),
    give: db.prepare<[string, string, string]>('update place set given_to = ?, given_name = ? where id = ?'),
    leaving: db.prepare<[string], { id: string }>('select id from place where given_to = ? and is_there = 0'),
    there: db.prepare<[string, string, number]>(
      'update place set is_there = 1 where id = ? and given_to = ? and is_there = 0 and hop < ?',
    ),
    // An entry that was here before is overwritten, unless the same transfer arrives twice.
    arrive: db.prepare<[Record<string, unknown>]>(
      `insert into place (id, org_code, day, start_id, ticket_no, joined_at, called_at, expires_at, sealed, hop, came_from)
       values (:id, :orgCode, :day, :startId, :ticketNo, :joinedAt, :calledAt, :expiresAt, :sealed, :hop, :from)
       on conflict (id) do update set start_id = excluded.start_id, called_at = excluded.called_at,
         expires_at = excluded.expires_at, sealed = excluded.sealed, hop = excluded.hop, came_from = excluded.came_from,
         asked_at = null, ended = null, ended_by = '', given_to = null, given_name = '', is_there = 0
       where excluded.hop > place.hop`,
    ),
    arrived: db.prepare<[string, number], { id: string; hop: number }>(
      'select id, hop from place where org_code = ? and came_from is not null order by seq desc limit ?',
    ),
    called: db.prepare<[number, number, string]>('update place set called_at = ?, expires_at = ? where id = ?'),
    restored: db.prepare<[number, string]>('update place set called_at = null, expires_at = ? where id = ?'),
    sealed: db.prepare<[Buffer, string]>('update place set sealed = ? where id = ?'),
    end: db.prepare<[string, string, string]>('update place set ended = ?, ended_by = ?, asked_at = null where id = ?'),
    ask: db.prepare<[number | null, string]>('update place set asked_at = ? where id = ?'),
    renew: db.prepare<[string, string]>('update place set start_id = ?, asked_at = null where id = ?'),
    purge: db.prepare<[string]>('delete from place where day < ? and (ended is not null or asked_at is null)'),
  }

  function detailsOf(row: Row): QueueEntryDetails | null {
    try {
      const details = JSON.parse(protect.decrypt(row.sealed)) as QueueEntryDetails
      // Earlier versions stored the fields as they go over the wire.
      return { ...details, fields: fromFamily(startFields, details.fields) as StartFields }
    } catch (error) {
      log.error('a queue entry cannot be decrypted', { id: row.id, error })
      return null
    }
  }

  const seal = (details: QueueEntryDetails): Buffer => protect.encrypt(JSON.stringify(details))

  function entryOf(row: Row | undefined): QueueEntry | null {
    const details = row && detailsOf(row)
    if (!row || !details) return null
    const hasBegun = row.start_state !== null && row.start_state !== 'rejected'
    return {
      id: row.id,
      orgCode: row.org_code,
      startId: row.start_id,
      ticketNo: row.ticket_no,
      expiresAt: row.expires_at,
      end: hasBegun ? 'started' : row.ended,
      chargeStartedAt: row.asked_at,
      transfer: row.given_to === null ? null : { to: row.given_to, name: row.given_name, isThere: row.is_there === 1 },
      ticket: details.ticket,
    }
  }

  function stateOf({ given_to, asked_at, expires_at, called_at }: Row): OfflineQueueEntry['state'] {
    if (given_to !== null) return 'moving'
    if (asked_at !== null) return 'paying'
    if (expires_at <= clock.now()) return 'expired'
    return called_at === null ? 'waiting' : 'called'
  }

  function shownOf(row: Row): OfflineQueueEntry[] {
    const details = detailsOf(row)
    if (!details) return []
    const { fields, memberName, consumeType, price, ticket } = details
    return [
      {
        id: row.id,
        startId: row.start_id,
        ticketNo: row.ticket_no,
        state: stateOf(row),
        joinedAt: new Date(row.joined_at).toISOString(),
        calledAt: row.called_at === null ? null : new Date(row.called_at).toISOString(),
        expiresAt: new Date(row.expires_at).toISOString(),
        memberName,
        ruleName: ticket.ruleName,
        consumeType,
        price: fromMinor(price),
        fields,
        at: null,
      },
    ]
  }

  return {
    add({ id, orgCode, day, ticketNo, expiresAt, ...details }: NewQueueEntry): void {
      const sealed = seal(details)
      sql.insert.run({ id, orgCode, day, startId: newId(), ticketNo, joinedAt: clock.now(), expiresAt, sealed })
    },
    find: (id: string): QueueEntry | null => entryOf(sql.byId.get(id)),
    /** The entry whose ride has a key. */
    ofStart: (startId: string): QueueEntry | null => entryOf(sql.byStart.get(startId)),
    /** Waiting entries of a store from a business day on, in their order. */
    list: (orgCode: string, day: string): OfflineQueueEntry[] => sql.open.all(orgCode, day).flatMap(shownOf),
    shown(id: string): OfflineQueueEntry | null {
      const row = sql.byId.get(id)
      return (row && shownOf(row)[0]) ?? null
    },
    markCalled: (id: string, expiresAt: number) => void sql.called.run(clock.now(), expiresAt, id),
    markRestored: (id: string, expiresAt: number) => void sql.restored.run(expiresAt, id),
    rename(id: string, racer: string): void {
      const row = sql.byId.get(id)
      const details = row && detailsOf(row)
      if (!details) return
      const { fields, ticket } = details
      const renamed = { ...details, fields: { ...fields, racer }, ticket: { ...ticket, racer } }
      sql.sealed.run(seal(renamed), id)
    },
    end: (id: string, as: 'cancelled' | 'charged', by: string) => void sql.end.run(as, by, id),
    /** Notes when a charge under its key was started (ms); null: its outcome is known. */
    markAsked: (id: string, at: number | null) => void sql.ask.run(at, id),
    /** Keys of charges whose outcome is not known. */
    asked: (orgCode: string): string[] => sql.asked.all(orgCode).map(({ start_id }) => start_id),
    /** Ids of entries whose start the server refused while the cashier waited: they still wait. */
    rejected: (orgCode: string): string[] => sql.rejected.all(orgCode).map(({ id }) => id),
    /** The queue as the store's other terminals see it. */
    shared(orgCode: string, day: string): OwnQueue {
      const rows = sql.open.all(orgCode, day).slice(0, MAX_QUEUE_ENTRIES)
      const places = rows.flatMap((row) => shownOf(row).map(({ at: _, ...entry }) => ({ ...entry, to: row.given_to })))
      return { orgCode, places, arrived: sql.arrived.all(orgCode, MAX_CONFIRMED_ARRIVALS) }
    },
    /** Marks an entry as transferred to another terminal. */
    give: (id: string, to: string, name: string) => void sql.give.run(to, name, id),
    /** A transferred entry in full, for the terminal that takes it over. */
    handed(id: string): TransferredEntry | null {
      const row = sql.byId.get(id)
      const details = row && detailsOf(row)
      if (!details) return null
      return {
        id,
        orgCode: row.org_code,
        day: row.day,
        startId: row.start_id,
        ticketNo: row.ticket_no,
        joinedAt: row.joined_at,
        calledAt: row.called_at,
        expiresAt: row.expires_at,
        hop: row.hop + 1,
        ...details,
      }
    },
    /** Notes which entries another terminal has confirmed to have; false where nothing changed. */
    markThere(to: string, arrived: OwnQueue['arrived']): boolean {
      const leaving = new Set(sql.leaving.all(to).map(({ id }) => id))
      const confirmed = leaving.size === 0 ? [] : arrived.filter(({ id }) => leaving.has(id))
      return confirmed.filter(({ id, hop }) => sql.there.run(id, to, hop).changes > 0).length > 0
    },
    /** Stores a transferred entry; a repeated transfer changes nothing. */
    arrive(
      { id, orgCode, day, startId, ticketNo, joinedAt, calledAt, expiresAt, hop, ...details }: TransferredEntry,
      from: string,
    ) {
      const sealed = seal(details)
      sql.arrive.run({ id, orgCode, day, startId, ticketNo, joinedAt, calledAt, expiresAt, hop, from, sealed })
    },
    /** Gives an entry a new key, because its start or charge under the old one failed for good. */
    renew: (id: string) => void sql.renew.run(newId(), id),
    /** Deletes entries of earlier business days. */
    purge: (day: string) => void sql.purge.run(day),
  }
}
