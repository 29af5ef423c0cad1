/** Largest change of a wallet by one correction or application, to limit typing errors. Money in yuan. */
export const CORRECTION_LIMITS = {
  money: 100_000,
  integral: 1_000_000,
  laps: 10_000,
  coins: 100_000,
  frequency: 10_000,
} as const
