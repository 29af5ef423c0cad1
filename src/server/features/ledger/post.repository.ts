import { sql } from 'kysely'
import { toAppError } from '#server/core/database-errors.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { CauseKind, LedgerAccount } from '#server/db/tables/ledger.ts'
import { AppError, type ErrorCode } from '#shared/core/errors.ts'
import { formatMinor } from '#shared/core/money.ts'

/** Why value moves: what the ledger keeps of it. Of each account and project it takes one line for a cause. */
export interface LedgerCause {
  kind: CauseKind
  id: string
  orgCode: string
  operatorId: string | null
  cashierId?: string | null
  terminalId: string | null
  now: Date
  /** When it was, where a terminal kept it while the server was away: it belongs to the day of that moment, and to its shift where none is named. */
  happenedAt?: Date
  /** The shift in which it was there, as that terminal says, whose clock may have been wrong. */
  shiftId?: string
}

/** One line of a cause: amounts are fen, points, laps and visits; of a tender, what the venue receives. */
export interface LedgerEntry {
  account: LedgerAccount
  /** Null or left out: a tender of somebody who is no member. */
  member?: string | null
  /** Of visits and unlimited cards. */
  project?: string
  delta: number
  /** When what is put into a wallet ends; null or left out: never. */
  validUntil?: Date | null
  /** The only lot to take from. */
  lot?: number
  /** The `seq` of the line that this one gives back. */
  reverses?: number
  /** A hold whose reservation is used up; what no line takes of it is free again. */
  hold?: string
  /** An unlimited card that is added, until `validUntil`; -1 uses is no limit. */
  card?: { name: string; uses: number }
}

/** A line that was written. */
export interface PostedLine {
  account: LedgerAccount
  member: string | null
  project: string
  /** Null for tenders. */
  before: number | null
  after: number | null
  seq: number
  lots: { id: number; delta: number; validUntil: string | null }[]
}

/** The cause of what a call does to the ledger of a store. */
export const causeOf = async (
  deps: Deps,
  ctx: CallContext,
  cause: Pick<LedgerCause, 'kind' | 'id' | 'orgCode' | 'cashierId'>,
): Promise<LedgerCause> => ({
  ...cause,
  operatorId: ctx.user.id,
  terminalId: await ctx.terminal(),
  now: deps.clock(),
})

/**
 * Writes the lines of one cause, all or none, and changes the wallets that they are of. Refuses with the figures what a wallet does not
 * have free, and more given back than there was. Lines that change nothing are left out of the answer.
 */
export async function post(trx: Transaction, cause: LedgerCause, lines: readonly LedgerEntry[]): Promise<PostedLine[]> {
  const { rows } = await sql<{ posted: PostedLine[] }>`
    select post(${JSON.stringify(cause)}::jsonb, ${JSON.stringify(lines)}::jsonb) as posted`
    .execute(trx)
    .catch((error: unknown) => {
      throw readable(error)
    })
  return rows[0]?.posted ?? []
}

const MONEY_CODES = new Set<ErrorCode>(['wallets.balanceShort', 'wallets.giveShort'])
const MONEY_FIELDS = new Set<unknown>(['balance', 'give', 'cash', 'scan', 'coupon', 'deposit'])

/** A refusal whose figures are money, with these as people read them; any other error as it is. */
function readable(error: unknown): unknown {
  const known = toAppError(error)
  const isMoney =
    known &&
    (MONEY_CODES.has(known.code) || (known.code.startsWith('ledger.') && MONEY_FIELDS.has(known.details.field)))
  if (!isMoney) return known ?? error
  const shown = Object.entries(known.details).map(([name, value]) => [
    name,
    typeof value === 'number' ? formatMinor(value) : value,
  ])
  return new AppError(known.code, Object.fromEntries(shown))
}
