/** The most that one correction or application may change a wallet by: a slip of the finger stays small. Money in yuan. */
export const CORRECTION_LIMITS = { money: 100_000, integral: 1_000_000, laps: 10_000, frequency: 10_000 } as const
