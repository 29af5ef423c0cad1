import type { Minor } from '#shared/core/money.ts'

/** Notes and coins of a drawer in fen, the largest first. */
export const DENOMINATIONS: readonly Minor[] = [10_000, 5000, 2000, 1000, 500, 100, 50, 10]

/** The count of each note and coin. */
export type Pieces = Partial<Record<Minor, number | null>>

/** The total in fen. */
export const worthOf = (pieces: Pieces): Minor =>
  DENOMINATIONS.reduce((sum, denomination) => sum + denomination * (pieces[denomination] ?? 0), 0)
