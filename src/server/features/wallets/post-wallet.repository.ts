import { sql } from 'kysely'
import { toAppError } from '#server/core/database-errors.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError, type ErrorCode } from '#shared/core/errors.ts'
import { formatMinor } from '#shared/core/money.ts'

/** Why wallets change: what the ledger keeps of it. */
export interface WalletCause {
  kind: 'adjust'
  id: string
  orgCode: string
  operatorId: string
  terminalId: string | null
  now: Date
}

export type Wallet = 'balance' | 'give' | 'integral' | 'laps' | 'frequency'

export interface WalletLine {
  member: string
  wallet: Wallet
  /** Of visits. */
  project?: string
  /** In fen, where it is money. */
  delta: number
}

/** A wallet that was changed, in fen where it is money. */
export interface PostedWallet {
  member: string
  wallet: Wallet
  project: string
  before: number
  after: number
}

/** The cause of what a call does to wallets of a store. */
export const causeOf = async (
  deps: Deps,
  ctx: CallContext,
  cause: Pick<WalletCause, 'kind' | 'id' | 'orgCode'>,
): Promise<WalletCause> => ({
  ...cause,
  operatorId: ctx.user.id,
  terminalId: await ctx.terminal(),
  now: deps.clock(),
})

/**
 * Changes wallets of one store's members, all lines or none, and writes the ledger. Nothing that staff set by hand changes a wallet
 * any other way. Refuses with the figures what a wallet does not have free.
 */
export async function postWallet(trx: Transaction, cause: WalletCause, lines: WalletLine[]): Promise<PostedWallet[]> {
  const { rows } = await sql<{ posted: PostedWallet[] }>`
    select post_wallet(${JSON.stringify(cause)}::jsonb, ${JSON.stringify(lines)}::jsonb) as posted`
    .execute(trx)
    .catch((error: unknown) => {
      throw readable(error)
    })
  return rows[0]?.posted ?? []
}

const MONEY = new Set<ErrorCode>(['wallets.balanceShort', 'wallets.giveShort'])

/** A refusal whose figures are money, with these as people read them; any other error as it is. */
function readable(error: unknown): unknown {
  const known = toAppError(error)
  if (!known || !MONEY.has(known.code)) return known ?? error
  const { field, ...figures } = known.details
  const shown = Object.entries(figures).map(([name, value]) => [name, formatMinor(Number(value))])
  return new AppError(known.code, { field, ...Object.fromEntries(shown) })
}
