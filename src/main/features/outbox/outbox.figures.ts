import type { Sqlite } from '#main/core/storage/database.ts'
import type { Minor } from '#shared/core/money.ts'
import type { HeldValue } from '#shared/features/sessions/hold.calc.ts'
import type { StartInput } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { StartRow } from './outbox.statements.ts'

/** Counted fields of a start. */
interface Counted {
  body: Pick<StartInput, 'vehicleId' | 'racer' | 'consumeVehicleMode'>
  minutes: number
  hold: HeldValue
}

export interface FiguresDeps {
  db: Sqlite
  memberLane(userId: string): string
  detailsOf(row: StartRow): Counted | null
}

/** Local starts by rule that the server's data of a given time does not include. */
export interface RuleUses {
  ruleId: string
  uses: number
}

/** The run of a start; its id is the start's key. */
export interface StartedRun {
  id: string
  vehicleId: string
  racer: string
  startedAt: string
  mode: StartInput['consumeVehicleMode']
  /** Minutes of a timed run. */
  minutes: number
}

/** Sums over the starts of a terminal. Queried at every start, also with a week of unsent ones: each uses an index. */
export function outboxFigures({ db, memberLane, detailsOf }: FiguresDeps) {
  const counts = db.prepare<[], { waiting: number; refused: number }>(
    `select count(*) filter (where state in ('waiting', 'sending')) as waiting,
            count(*) filter (where state = 'refused') as refused
     from start where state in ('waiting', 'sending', 'refused')`,
  )
  const oldest = db.prepare<[], { startedAt: string | null }>(
    `select min(started_at) as startedAt from start where state in ('waiting', 'sending')`,
  )
  const unsent = db.prepare<[], { value: number; cash: number }>(
    `select coalesce(sum(value), 0) as value, coalesce(sum(cash), 0) as cash from start
     where paid <> '' and state in ('waiting', 'sending', 'refused')`,
  )
  const valueOpen = db.prepare<[string], { value: number }>(
    `select coalesce(sum(value), 0) as value from start
     where org_code = ? and paid <> '' and paid = 'wallets' and state in ('waiting', 'sending', 'refused')`,
  )
  const hungOfMembers = db.prepare<[string], { open: number }>(
    `select count(*) as open from start
     where org_code = ? and member_lane > '' and state in ('waiting', 'sending') and paid = ''`,
  )
  const settledOfMembers = db.prepare<[number, string], { open: number }>(
    `select count(*) as open from start
     where state = 'sent' and settled_at > ? and +org_code = ? and member_lane <> '' and paid = ''`,
  )
  // Starts not included in the server's data, of at most one business day.
  const fromPeriod = `from start where org_code = :orgCode and started_at >= :from
     and (state in ('waiting', 'sending') or state = 'sent' and settled_at > :serverReadAt)`
  const guestsWithin = db.prepare<[Within], { open: number }>(
    `select count(*) as open ${fromPeriod} and member_lane = '' and paid = ''`,
  )
  const usesWithin = db.prepare<[Within], { ruleId: string; uses: number }>(
    `select rule_id as ruleId, count(*) as uses ${fromPeriod} group by rule_id`,
  )
  const usesOfMember = db.prepare<[string, string, string], { started_at: string }>(
    `select started_at from start
     where org_code = ? and member_lane = ? and member_lane <> '' and rule_id = ? and state in ('waiting', 'sending', 'sent')`,
  )
  // A refused start was ridden too; one accepted since is included in the server's data of the member.
  const ofMember = db.prepare<[string, string, number], StartRow>(
    `select * from start where org_code = ? and member_lane = ? and member_lane <> ''
       and (state in ('waiting', 'sending', 'refused') or state = 'sent' and settled_at > ?)`,
  )
  const byId = db.prepare<[string], StartRow>('select * from start where id = ?')
  const lastHere = db.prepare<[], StartRow>(
    `select * from start where seq in (
       select max(seq) from start indexed by start_here
         where state in ('waiting', 'sending', 'refused') and offline = 1 group by vehicle_lane)`,
  )
  const lastSettled = db.prepare<[number], StartRow>(
    `select * from start where seq in (
       select max(seq) from start indexed by start_settled where state = 'sent' and settled_at > ? group by vehicle_lane)`,
  )

  return {
    counts: () => counts.get() ?? { waiting: 0, refused: 0 },

    /** Start time of the oldest unsent start; null if none. */
    oldestWaiting(): number | null {
      const at = oldest.get()?.startedAt
      return at ? Date.parse(at) : null
    },

    /** Cash and members' value taken here and not sent yet. */
    unsent: (): { cash: Minor; value: Minor } => unsent.get() ?? { cash: 0, value: 0 },

    /** Members' value taken by offline payments that the server has not confirmed. */
    valueOpen: (orgCode: string): Minor => valueOpen.get(orgCode)?.value ?? 0,

    /** Value that local starts take from a member's wallets and the server's data of a given time does not include. */
    heldOf(orgCode: string, userId: string, serverReadAt: number): HeldValue {
      const holds = ofMember.all(orgCode, memberLane(userId), serverReadAt).map((row) => detailsOf(row)?.hold)
      const total = (wallet: keyof HeldValue) => holds.reduce((sum, hold) => sum + (hold?.[wallet] ?? 0), 0)
      return {
        money: total('money'),
        integral: total('integral'),
        laps: total('laps'),
        coins: total('coins'),
        give: total('give'),
      }
    },

    /** Starts of members not included in the server's data read at `serverReadAt` (ms). */
    openOfMembers: (orgCode: string, serverReadAt: number): number =>
      (hungOfMembers.get(orgCode)?.open ?? 0) + (settledOfMembers.get(serverReadAt, orgCode)?.open ?? 0),

    /** Starts of walk-ins since a time, not included in the server's data. */
    openOfGuests: (orgCode: string, serverReadAt: number, from: Date): number =>
      guestsWithin.get({ orgCode, serverReadAt, from: from.toISOString() })?.open ?? 0,

    /** Starts by rule since a time, not included in the server's data. */
    usesSince: (orgCode: string, serverReadAt: number, from: Date): RuleUses[] =>
      usesWithin.all({ orgCode, serverReadAt, from: from.toISOString() }),

    /** Times of a member's stored starts by a rule, including those at the server. */
    usesOfMember: (orgCode: string, userId: string, ruleId: string): Date[] =>
      usesOfMember.all(orgCode, memberLane(userId), ruleId).map((row) => new Date(row.started_at)),

    /**
     * The last local run of each vehicle not included in the server's data. A refused one
     * is included until it is dismissed, because the guest drives anyway.
     */
    localRuns: (serverReadAt: number) =>
      [...lastHere.all(), ...lastSettled.all(serverReadAt)]
        .sort((one, other) => one.seq - other.seq)
        .flatMap((row) => runIn(row) ?? []),

    /** Returns the run of a start; null if unknown or unreadable. */
    runOf(id: string): StartedRun | null {
      const row = byId.get(id)
      return row ? runIn(row) : null
    },
  }

  function runIn(row: StartRow): StartedRun | null {
    const details = detailsOf(row)
    if (!details) return null
    const { vehicleId = '', racer, consumeVehicleMode: mode } = details.body
    return { id: row.id, vehicleId, racer, startedAt: row.started_at, mode, minutes: details.minutes }
  }
}

type Within = Record<'orgCode' | 'from', string> & { serverReadAt: number }
