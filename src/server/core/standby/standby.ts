import { sql } from 'kysely'
import type { ConcurrencyLimit } from '#server/core/limits/concurrency-limit.ts'
import {
  type Database,
  isUnavailable,
  type ReadPool,
  type Scope,
  type Transaction,
  tookTooLong,
} from '#server/db/database.ts'
import { createPositions, type Position, readPosition } from './positions.ts'

/** How reads were answered. */
export type StandbyOutcome = 'exact' | 'dated' | 'behind' | 'failed' | 'resting'

/** How a read is made at a standby. */
interface How {
  lane: 'lists' | 'workbooks'
  mayBeOld: boolean
  /** The user whose share of the connections it takes. */
  sharer: string
}

export interface StandbyRead<T> {
  result: T
  /** Of when the data is, at least; undefined if it is as new as the primary's. */
  asOf: Date | undefined
}

/**
 * A standby of the database that answers reads. It never decides about money: nothing is written from what it says.
 *
 * A read sees at least every commit that was answered before the read began, as at the primary: the standby is used only when it has
 * replayed the primary's log that far. A read that may be old is answered with less, down to the age limit.
 */
export interface Standby {
  /**
   * Runs a read at the standby. Returns undefined if the primary must answer: the standby is behind, or fails. The work may run
   * again there, so it has no effects.
   */
  read<T>(scope: Scope, work: (trx: Transaction) => Promise<T>, how: How): Promise<StandbyRead<T> | undefined>
  /** How many reads had each outcome. */
  readonly outcomes: Readonly<Record<StandbyOutcome, number>>
  /** How many seconds the standby was behind when it was last asked; NaN before. */
  behind(): number
  close(): Promise<void>
}

interface Parts {
  db: Database
  reads: ReadPool
  turns: ConcurrencyLimit
  clock: () => Date
  /** How old a read may be that may be old. */
  maxAgeMs: number
  onTrouble: (error: unknown) => void
}

/** How long a read waits for the standby to catch up; a healthy one needs a few milliseconds. */
const CATCH_UP_MS = 60
const POLL_MS = 4
/** After an outage the standby is not asked for so long, so that reads do not wait for it. */
const REST_MS = 2000
/** How long the primary may take to report its position. A report can go on without it. */
const POSITION_MS = 500
const SAMPLE_MS = 1000
/** The standby ended a read because it had to apply a change of the primary. */
const CONFLICT = '40001'
/** A read that writes or locks rows: its contract should say `standby: 'never'`. */
const WRITES = '25006'
/** A table, column or function of a migration that has not arrived yet. */
const UNKNOWN = new Set(['42P01', '42703', '42883'])

/** Thrown within the transaction; the primary answers instead. */
class Behind extends Error {}

export function openStandby({ db, reads, turns, clock, maxAgeMs, onTrouble }: Parts): Standby {
  const positions = createPositions(db, clock)
  const outcomes = { exact: 0, dated: 0, behind: 0, failed: 0, resting: 0 }
  let restsUntil = 0
  let behindMs = Number.NaN
  let isClosed = false
  // Ages are known only by earlier positions.
  const sampling = setInterval(() => void positions.now().catch(() => undefined), SAMPLE_MS)
  sampling.unref()

  /** Returns of when the standby's data is, or undefined if it is as new as the primary's. Throws `Behind` if it is too old. */
  async function requireNew(
    trx: Transaction,
    wanted: Position | undefined,
    mayBeOld: boolean,
  ): Promise<Date | undefined> {
    const end = performance.now() + CATCH_UP_MS
    for (;;) {
      const there = await standbyPosition(trx)
      const age = positions.ageOf(there)
      if (age) behindMs = age.ms
      if (wanted && there.identity !== wanted.identity) throw new Behind('it follows another primary')
      if (wanted && there.at >= wanted.at) {
        behindMs = 0
        return undefined
      }
      if (performance.now() < end && wanted) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
        continue
      }
      if (mayBeOld && age && age.ms <= maxAgeMs) return age.asOf
      throw new Behind('it has not replayed what is wanted')
    }
  }

  async function ask<T>(
    scope: Scope,
    work: (trx: Transaction) => Promise<T>,
    { lane, mayBeOld }: How,
  ): Promise<StandbyRead<T>> {
    const wanted = await orUndefinedAfter(positions.now(), POSITION_MS)
    if (!wanted && !mayBeOld) throw new Behind('the position of the primary is unknown')
    let asOf: Date | undefined
    const begun = async (trx: Transaction): Promise<void> => {
      asOf = await requireNew(trx, wanted, mayBeOld)
    }
    const result = await reads.read(scope, lane, begun, work)
    return { result, asOf }
  }

  return {
    outcomes,
    behind: () => behindMs / 1000,
    async read(scope, work, how) {
      if (isClosed || performance.now() < restsUntil) {
        outcomes.resting += 1
        return undefined
      }
      try {
        const read = await turns.run(() => ask(scope, work, how), how.sharer)
        outcomes[read.asOf ? 'dated' : 'exact'] += 1
        return read
      } catch (error) {
        if (error instanceof Behind) {
          outcomes.behind += 1
          return undefined
        }
        // What takes too long here would take as long at the primary.
        if (tookTooLong(error) || !isOfStandby(error)) throw error
        outcomes.failed += 1
        onTrouble(error)
        if (isUnavailable(error) && codeOf(error) !== WRITES) restsUntil = performance.now() + REST_MS
        return undefined
      }
    },
    async close() {
      isClosed = true
      clearInterval(sampling)
      await reads.close()
    },
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

/** Whether an error is the standby's and not one of the read itself. */
const isOfStandby = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === CONFLICT || UNKNOWN.has(code) || isUnavailable(error)
}

async function standbyPosition(trx: Transaction): Promise<Position> {
  // Not in recovery: it was promoted, and nobody knows whether it is our primary.
  const { rows } = await sql<{ position: string | null; identity: string }>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position,
      (select system_identifier::text from pg_control_system()) || '/' ||
      (select timeline_id::text from pg_control_checkpoint()) as identity`.execute(trx)
  const [row] = rows
  if (!row || row.position === null) throw new Behind('it is not a standby')
  return readPosition(row.position, row.identity)
}

/** The result, or undefined if it fails or takes longer. */
function orUndefinedAfter<T>(asked: Promise<T>, milliseconds: number): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<T | undefined>()
  const timer = setTimeout(() => resolve(undefined), milliseconds)
  asked.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(timer))
  return promise
}
