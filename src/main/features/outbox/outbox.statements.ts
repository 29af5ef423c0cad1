import type { Migration, Sqlite } from '#main/core/storage/database.ts'
import type { ErrorDetails } from '#shared/core/errors.ts'
import type { SyncItem } from '#shared/ipc/contract.ts'

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
  // Values in the text of a refusal, so that it can be shown in any language.
  { name: 'outbox-0002-details', sql: 'alter table start add column details text' },
  // The server's number of an offline start, which may be called by either number.
  { name: 'outbox-0003-server-ticket', sql: "alter table start add column server_ticket text not null default ''" },
  // Columns for the limits of rules; earlier starts are not needed.
  { name: 'outbox-0004-rule', sql: "alter table start add column rule_id text not null default ''" },
  // Offline payment, and the members' value it took, in fen; a paid start is not pending.
  {
    name: 'outbox-0005-paid',
    sql: `
      alter table start add column paid text not null default '' check (paid in ('', 'cash', 'wallets'));
      alter table start add column value integer not null default 0;
    `,
  },
  // Up to twenty thousand starts of a week offline are counted at every start. The cash of earlier starts is
  // not shown: a new version is installed when nothing is unsent.
  {
    name: 'outbox-0006-a-week',
    sql: `
      alter table start add column cash integer not null default 0;
      create index start_paid on start (org_code, paid, state, value, cash) where paid <> '';
      create index start_hung on start (org_code, member_lane) where state in ('waiting', 'sending') and paid = '';
      create index start_here on start (vehicle_lane, seq) where state in ('waiting', 'sending', 'refused') and offline = 1;
      create index start_settled on start (settled_at) where state = 'sent';
      create index start_day on start (org_code, started_at);
      create index start_member on start (org_code, member_lane, seq) where member_lane <> '';
      create index start_lane on start (org_code, vehicle_lane, seq) where state in ('waiting', 'sending');
    `,
  },
]

/** A row of the table of starts. */
export interface StartRow {
  seq: number
  id: string
  org_code: string
  vehicle_lane: string
  member_lane: string
  state: SyncItem['state'] | 'rejected'
  offline: 0 | 1
  ticket_no: string
  server_ticket: string
  sealed: Buffer
  started_at: string
  attempts: number
  code: string | null
  reason: string | null
  details: string | null
  remark: string
  settled_at: number | null
}

/** Prepared statements of the table of starts. */
export function startStatements(db: Sqlite) {
  return {
    count: db.prepare<[string], { last: number }>(
      `insert into ticket_counter (day, last) values (?, 1)
     on conflict (day) do update set last = last + 1 returning last`,
    ),
    insert: db.prepare<[Record<string, unknown>]>(
      `insert into start (id, org_code, vehicle_lane, member_lane, state, offline, ticket_no, sealed, started_at, rule_id, paid, value, cash)
     values (:id, :orgCode, :vehicleLane, :memberLane, 'waiting', :offline, :ticketNo, :sealed, :startedAt, :ruleId, :paid, :value, :cash)`,
    ),
    byId: db.prepare<[string], StartRow>('select * from start where id = ?'),
    /** Whether an earlier start waits in one of its lanes. */
    isBehind: db.prepare<[string], { behind: 0 | 1 }>(
      `select exists (select 1 from start e where e.org_code = s.org_code and e.vehicle_lane = s.vehicle_lane and e.seq < s.seq
           and e.state in ('waiting', 'sending'))
         or s.member_lane <> '' and exists (select 1 from start e where e.org_code = s.org_code and e.member_lane = s.member_lane
           and e.member_lane <> '' and e.seq < s.seq and e.state in ('waiting', 'sending')) as behind
       from start s where s.id = ?`,
    ),
    open: db.prepare<[string, number], Pick<StartRow, 'id' | 'vehicle_lane' | 'member_lane' | 'attempts'>>(
      `select id, vehicle_lane, member_lane, attempts from start
     where org_code = ? and state in ('waiting', 'sending') order by seq limit ?`,
    ),
    recover: db.prepare("update start set state = 'waiting' where state = 'sending'"),
    unseenStarts: db.prepare<[], { id: string }>(
      "select id from start where state in ('waiting', 'sending') and offline = 0 order by seq",
    ),
    latest: db.prepare<[string, number], StartRow>(
      // Without the plus SQLite uses an index by time and sorts a whole week.
      "select * from start where +org_code = ? and state <> 'rejected' order by seq desc limit ?",
    ),
    sending: db.prepare<[string]>("update start set state = 'sending', attempts = attempts + 1 where id = ?"),
    waiting: db.prepare<[string | null, string | null, string]>(
      "update start set state = 'waiting', code = ?, reason = ?, details = null where id = ? and state = 'sending'",
    ),
    offline: db.prepare<[string]>("update start set offline = 1 where id = ? and state in ('waiting', 'sending')"),
    sent: db.prepare<[{ id: string; ticketNo: string; now: number }]>(
      `update start set state = 'sent', code = null, reason = null, details = null, settled_at = :now,
         server_ticket = :ticketNo, ticket_no = iif(offline = 1, ticket_no, :ticketNo)
       where id = :id`,
    ),
    refused: db.prepare<[string, string, string, number, string]>(
      "update start set state = 'refused', code = ?, reason = ?, details = ?, settled_at = ? where id = ?",
    ),
    rejected: db.prepare<[string, number, string]>(
      "update start set state = 'rejected', code = ?, settled_at = ? where id = ?",
    ),
    retry: db.prepare<[string]>(
      "update start set state = 'waiting', settled_at = null where id = ? and state = 'refused'",
    ),
    dismiss: db.prepare<[string, number, string]>(
      "update start set state = 'dismissed', remark = ?, told = 0, settled_at = ? where id = ? and state = 'refused'",
    ),
    unreported: db.prepare<[string], { id: string; remark: string }>(
      'select id, remark from start where org_code = ? and told = 0 order by seq',
    ),
    reported: db.prepare<[string]>('update start set told = 1 where id = ?'),
    /** The newest of a state: a week offline is too much to show. */
    listed: db.prepare<[string, number], StartRow>('select * from start where state = ? order by seq desc limit ?'),
    purge: db.prepare<[number]>(
      "delete from start where state in ('sent', 'rejected', 'dismissed') and told = 1 and settled_at < ?",
    ),
    purgeDays: db.prepare<[string]>('delete from ticket_counter where day < ?'),
  }
}

/** Returns the values in the text of a refusal. */
export function refusalValues({ details }: StartRow): ErrorDetails {
  try {
    const values: unknown = details === null ? {} : JSON.parse(details)
    return typeof values === 'object' && values !== null ? { ...values } : {}
  } catch {
    return {}
  }
}
