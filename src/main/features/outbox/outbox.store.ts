import type { Clock } from '#main/core/clocks/clock.ts'
import type { Log } from '#main/core/log.ts'
import type { Sqlite } from '#main/core/storage/database.ts'
import type { SecureStore } from '#main/core/storage/secure-store.ts'
import { AppError, type ErrorCode, type ErrorDetails } from '#shared/core/errors.ts'
import { fromFamily } from '#shared/core/family-names.ts'
import { fromMinor, type Minor, toMinor } from '#shared/core/money.ts'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import type { HeldValue } from '#shared/features/sessions/hold.calc.ts'
import { StartInput } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { RecentStart, StartOutcome, SyncItem } from '#shared/ipc/contract.ts'
import type { TicketData } from '#shared/ipc/devices.ts'
import { outboxFigures } from './outbox.figures.ts'
import { refusalValues, type StartRow, startStatements } from './outbox.statements.ts'

/** Retention of sent starts on this computer. */
const KEEP_FOR = 7 * 24 * 3600_000
const LISTED = 200
/** Order of states: those that need attention first. */
const LISTED_STATES = ['refused', 'sending', 'waiting', 'sent', 'dismissed'] as const
/** Shorter than the server reserves a start's ticket for its terminal. */
const FRESH_FOR = 45_000

/** Details of a start, stored encrypted. */
export interface StartDetails {
  body: Omit<StartInput, 'offline' | 'terminalTicket'>
  consumeType: ConsumeType
  /** Minutes of a timed run. */
  minutes: number
  /** The hold of the start in the member's wallets. */
  hold: HeldValue
  price: Minor
  /** Whether the member's consumption password was entered. */
  isProven: boolean
  /** Data of its ticket without the number. */
  ticket: Omit<TicketData, 'ticketNo' | 'offline'>
  /** Number of wristband labels; absent in rows of earlier versions. */
  wristbands?: number
}

export interface NewStart extends StartDetails {
  id: string
  orgCode: string
  startedAt: string
  /** Business day and prefix of the terminal's own ticket number. */
  day: string
  prefix: string
  /** True if the server is known to be unreachable. */
  offline: boolean
  /** Ticket number from the leader; default: the next of this terminal. */
  given?: string | undefined
}

/** An open start for the sender, with its lanes. */
export interface OpenStart {
  id: string
  lanes: string[]
  attempts: number
}

export interface OutboxDeps {
  db: Sqlite
  protect: Pick<SecureStore, 'encrypt' | 'decrypt'>
  hash: (value: string) => string
  clock: Clock
  log: Log
}

export type Outbox = ReturnType<typeof createOutbox>

/** The starts of this terminal in its SQLite file, stored for seven days. */
export function createOutbox({ db, protect, hash, clock, log }: OutboxDeps) {
  const sql = startStatements(db)

  // Requests interrupted by a crash are repeated with the same key.
  sql.recover.run()
  const unseen = sql.unseenStarts.all().map(({ id }) => id)

  function detailsOf(row: StartRow): StartDetails | null {
    try {
      const details = JSON.parse(protect.decrypt(row.sealed)) as StartDetails
      // Earlier versions stored the body in wire format.
      return { ...details, body: fromFamily(StartInput, details.body) as StartDetails['body'] }
    } catch (error) {
      log.error('a stored start cannot be read', { id: row.id, error })
      return null
    }
  }

  function detailsById(id: string): StartDetails | null {
    const row = sql.byId.get(id)
    return row ? detailsOf(row) : null
  }

  const memberLane = (userId: string): string => (userId === '' ? '' : `member:${hash(`id:${userId}`)}`)

  function itemOf(row: StartRow): SyncItem {
    const details = detailsOf(row)
    return {
      id: row.id,
      state: row.state === 'rejected' ? 'refused' : row.state,
      ticketNo: row.ticket_no,
      serverTicket: row.server_ticket,
      racer: details?.body.racer ?? '',
      vehicleName: details?.ticket.vehicleName ?? '',
      ruleName: details?.ticket.ruleName ?? '',
      memberNo: details?.body.userId ?? '',
      paid: paidOf(details),
      startedAt: row.started_at,
      attempts: row.attempts,
      code: row.code,
      reason: row.reason,
      details: refusalValues(row),
      remark: row.remark,
      sentAt: row.state === 'sent' && row.settled_at !== null ? new Date(row.settled_at).toISOString() : null,
    }
  }

  function nextNumber(day: string, prefix: string): string {
    const number = sql.count.get(day)?.last ?? 1
    return `${prefix}-${String(number).padStart(3, '0')}`
  }

  return {
    ...outboxFigures({ db, memberLane, detailsOf }),
    /** Takes the next ticket number of a business day. */
    nextNumber,

    /** Stores a start with its ticket number of the business day. */
    add: db.transaction((start: NewStart): { ticketNo: string } => {
      const { id, orgCode, startedAt, day, prefix, offline, given, ...details } = start
      const ticketNo = given ?? nextNumber(day, prefix)
      const { body } = details
      sql.insert.run({
        id,
        orgCode,
        startedAt,
        ticketNo,
        offline: offline ? 1 : 0,
        vehicleLane: `vehicle:${body.vehicleId}`,
        memberLane: memberLane(body.userId),
        ruleId: body.ruleId,
        paid: body.paid?.by ?? '',
        value: body.paid?.by === 'wallets' ? toMinor(body.paid.amount) : 0,
        cash: body.paid?.by === 'cash' ? toMinor(body.paid.amount) + toMinor(body.paid.deposit) : 0,
        sealed: protect.encrypt(JSON.stringify(details satisfies StartDetails)),
      })
      return { ticketNo }
    }),

    /** The open starts of a store, oldest first. */
    open: (orgCode: string, limit: number): OpenStart[] => sql.open.all(orgCode, limit).map(openOf),
    /** An open start; null if it is not open any more. */
    find(orgCode: string, id: string): OpenStart | null {
      const row = sql.byId.get(id)
      const isOpen = row?.org_code === orgCode && (row.state === 'waiting' || row.state === 'sending')
      return isOpen ? openOf(row) : null
    },

    /** Whether an earlier start of its vehicle or member waits. */
    isBehind: (id: string): boolean => sql.isBehind.get(id)?.behind === 1,

    /** Request body of a start: always the same fields, so that the server recognises the repetition. */
    bodyOf(id: string): StartInput | null {
      const row = sql.byId.get(id)
      const details = row ? detailsOf(row) : null
      if (!row || !details) return null
      return { ...details.body, offline: row.offline === 1, terminalTicket: row.ticket_no }
    },

    /** Starts interrupted by the end of the program, whose outcome no cashier has seen. */
    unseenStarts: (): readonly string[] => unseen,
    /** Whether the customer of a start may still be waiting for its ticket. */
    isFresh: (id: string): boolean => clock.now() - Date.parse(sql.byId.get(id)?.started_at ?? '') < FRESH_FOR,

    isProven: (id: string): boolean => detailsById(id)?.isProven === true,

    /** The ticket of a start with its printed number; null if unknown or unreadable. */
    ticketOf(id: string): TicketData | null {
      const row = sql.byId.get(id)
      const details = row ? detailsOf(row) : null
      if (!row || !details) return null
      return { ...details.ticket, ticketNo: row.ticket_no, offline: row.offline === 1 }
    },

    /** Number of wristband labels of a start. */
    wristbandsOf: (id: string): number => detailsById(id)?.wristbands ?? 0,

    /** The last starts in a store at this terminal, newest first. */
    recent: (orgCode: string, limit: number): RecentStart[] =>
      sql.latest.all(orgCode, limit).flatMap((row) => {
        const details = detailsOf(row)
        if (!details) return []
        const { body, consumeType, price, ticket } = details
        const { printId: _, startedAt: _at, terminalId: _terminal, ...fields } = body
        return {
          id: row.id,
          state: row.offline === 1 ? 'offline' : 'online',
          ticketNo: row.ticket_no,
          vehicleName: ticket.vehicleName,
          ruleName: ticket.ruleName,
          consumeType,
          price: fromMinor(price),
          startedAt: row.started_at,
          fields,
        }
      }),

    markSending: (id: string) => void sql.sending.run(id),
    /** Stays open; code and reason are the server's, if it responded. */
    markWaiting: (id: string, code: string | null = null, reason: string | null = null) =>
      void sql.waiting.run(code, reason, id),
    /** Marks a start as offline, also in its request. False if it is settled already. */
    markOffline: (id: string): boolean => sql.offline.run(id).changes === 1,
    /** Accepted by the server with this number, which is also the ticket's unless the start is offline. */
    markSent: (id: string, ticketNo: string) => void sql.sent.run({ id, ticketNo, now: clock.now() }),
    markRefused: (id: string, code: string, reason: string, details: ErrorDetails) =>
      void sql.refused.run(code, reason, JSON.stringify(details), clock.now(), id),
    /** The server fails at it: set aside until someone looks at it, and marked as offline. */
    setAside: db.transaction((id: string) => {
      sql.offline.run(id)
      sql.refused.run('sync.serverFails', '', '{}', clock.now(), id)
    }),
    /** Refused while the cashier waited and saw it: not shown later. */
    markRejected: (id: string, code: string) => void sql.rejected.run(code, clock.now(), id),
    /** False if it was not refused. */
    retry: (id: string): boolean => sql.retry.run(id).changes === 1,
    dismiss: (id: string, remark: string): boolean => sql.dismiss.run(remark, clock.now(), id).changes === 1,
    /** Dismissals not reported to the server yet. */
    unreportedDismissals: (orgCode: string) => sql.unreported.all(orgCode),
    markReported: (id: string) => void sql.reported.run(id),

    item(id: string): SyncItem | null {
      const row = sql.byId.get(id)
      return row ? itemOf(row) : null
    },
    /** The outcome shown for an existing start; null if there is none. */
    outcomeOf(id: string): StartOutcome | null {
      const row = sql.byId.get(id)
      if (!row) return null
      if (row.state === 'rejected') throw new AppError(row.code as ErrorCode)
      const isOnline = row.state === 'sent' && row.offline === 0
      return {
        state: isOnline ? 'online' : 'offline',
        id,
        ticketNo: row.ticket_no,
        vehicleName: detailsOf(row)?.ticket.vehicleName ?? '',
        startedAt: row.started_at,
        result: null,
      }
    },
    isOffline: (id: string): boolean => sql.byId.get(id)?.offline === 1,
    /** The newest starts of each state. */
    list: (): SyncItem[] => LISTED_STATES.flatMap((state) => sql.listed.all(state, LISTED).map(itemOf)),

    purge: db.transaction(() => {
      const before = clock.now() - KEEP_FOR
      sql.purge.run(before)
      sql.purgeDays.run(new Date(before).toISOString().slice(0, 10))
    }),
  }
}

const openOf = ({
  id,
  vehicle_lane,
  member_lane,
  attempts,
}: Pick<StartRow, 'id' | 'vehicle_lane' | 'member_lane' | 'attempts'>): OpenStart => ({
  id,
  attempts,
  lanes: member_lane === '' ? [vehicle_lane] : [vehicle_lane, member_lane],
})

function paidOf(details: StartDetails | null): SyncItem['paid'] {
  const paid = details?.body.paid
  return paid ? { by: paid.by, amount: paid.amount, deposit: paid.deposit } : null
}
