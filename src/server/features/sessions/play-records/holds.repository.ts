import { sql } from 'kysely'
import { toAppError } from '#server/core/http/database-errors.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError, type ErrorCode } from '#shared/core/errors.ts'
import { formatMinor } from '#shared/core/money.ts'
import type { Shortage } from '#shared/features/sessions/charge-lines.calc.ts'
import type { HeldValue } from '#shared/features/sessions/hold.calc.ts'

const shortages: readonly ErrorCode[] = [
  'members.insufficientBalance',
  'members.insufficientIntegral',
  'members.insufficientQuan',
  'members.insufficientCoins',
  'members.insufficientGive',
  'members.insufficientFrequency',
  'members.noUnlimitedCard',
]
const isShortage = (code: ErrorCode): code is Shortage['code'] => shortages.includes(code)

/** The error for insufficient wallet value, with amounts as decimals. */
export function insufficientFor({ code, needed, available }: Shortage): AppError {
  const isMoney = code === 'members.insufficientBalance' || code === 'members.insufficientGive'
  const show = (value: number) => (isMoney ? formatMinor(value) : String(value))
  return new AppError(code, { field: 'userId', needed: show(needed), available: show(available) })
}

/** Converts amounts in wallet errors of SQL functions to decimals; returns other errors unchanged. */
export function withWalletAmounts(error: unknown): unknown {
  const appError = toAppError(error)
  if (!appError || !isShortage(appError.code)) return appError ?? error
  const { needed, available } = appError.details
  return insufficientFor({ code: appError.code, needed: Number(needed), available: Number(available) })
}

/** Releases the holds of cancelled rides. */
export async function releaseHolds(trx: Transaction, playIds: string[], now: Date): Promise<void> {
  await sql`select release_holds(${playIds}::uuid[], ${now})`.execute(trx)
}

/** Changes the hold of a pending ride. Throws an error with the amounts if the wallets do not cover it. */
export async function changeHold(
  trx: Transaction,
  { id, orgCode, memberId }: { id: string; orgCode: string; memberId: string },
  { money, integral, laps, coins, give }: HeldValue,
  now: Date,
): Promise<void> {
  await sql`
    select change_hold(${id}, s.org_code, ${memberId}, ${money}, ${integral}, ${laps}, ${coins}, ${give}, s.charge_order,
        ${now})
      from store s where s.org_code = ${orgCode}`
    .execute(trx)
    .catch((error: unknown) => {
      throw withWalletAmounts(error)
    })
}
