import { sql } from 'kysely'
import { toAppError } from '#server/core/http/database-errors.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { CauseKind, LedgerAccount } from '#server/db/tables/ledger.ts'
import { AppError, type ErrorCode } from '#shared/core/errors.ts'
import { formatMinor } from '#shared/core/money.ts'

/** The cause of ledger entries. For one cause the ledger accepts one entry per account and project. */
export interface LedgerCause {
  kind: CauseKind
  id: string
  orgCode: string
  operatorId: string | null
  cashierId?: string | null
  terminalId: string | null
  now: Date
  /** When it happened, if a terminal stored it offline. It belongs to the business day of that time, and to its shift if none is named. */
  happenedAt?: Date
  /** The shift at the terminal, whose clock may have been wrong. */
  shiftId?: string
  /** The shift whose drawer pays cash, by the SQL function `paying_drawer`. */
  drawer?: string
}

/** One entry of a cause. `delta` is in minor units, points, laps or visits; of a tender it is what the venue receives. */
export interface LedgerEntry {
  account: LedgerAccount
  /** Null or absent for a tender of a walk-in. */
  member?: string | null
  /** Only for visits and unlimited cards. */
  project?: string
  delta: number
  /** Expiry of value that is added; null or absent means never. */
  validUntil?: Date | null
  /** The only lot to take from. */
  lot?: number
  /** The `seq` of the entry that this one returns. */
  reverses?: number
  /** A hold that is used up; value that no entry takes becomes free. */
  hold?: string
  /** An unlimited card to add, until `validUntil`; -1 uses means unlimited. */
  card?: { name: string; uses: number }
}

/** A written entry. */
export interface PostedLine {
  account: LedgerAccount
  member: string | null
  project: string
  /** Wallet value before and after; null for tenders. */
  before: number | null
  after: number | null
  seq: number
  lots: { id: number; delta: number; validUntil: string | null }[]
}

/** The ledger cause of a call. */
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
 * Posts the entries of one cause atomically and updates the wallets. Throws `wallets.*Short` with the amounts if a wallet has not enough
 * free value, and `ledger.*` if more is returned than was taken. Entries without effect are not returned.
 */
export async function post(trx: Transaction, cause: LedgerCause, lines: readonly LedgerEntry[]): Promise<PostedLine[]> {
  const { rows } = await sql<{ posted: PostedLine[] }>`
    select post(${JSON.stringify(cause)}::jsonb, ${JSON.stringify(lines)}::jsonb) as posted`
    .execute(trx)
    .catch((error: unknown) => {
      throw withAmounts(error)
    })
  return rows[0]?.posted ?? []
}

const MONEY_CODES = new Set<ErrorCode>(['wallets.balanceShort', 'wallets.giveShort'])
const MONEY_FIELDS = new Set<unknown>(['balance', 'give', 'cash', 'scan', 'coupon', 'deposit'])

/** Converts minor units in the details of money errors to decimal amounts; returns other errors unchanged. */
function withAmounts(error: unknown): unknown {
  const appError = toAppError(error)
  const isMoney =
    appError &&
    (MONEY_CODES.has(appError.code) ||
      (appError.code.startsWith('ledger.') && MONEY_FIELDS.has(appError.details.field)))
  if (!isMoney) return appError ?? error
  const details = Object.entries(appError.details).map(([name, value]) => [
    name,
    typeof value === 'number' ? formatMinor(value) : value,
  ])
  return new AppError(appError.code, Object.fromEntries(details))
}
