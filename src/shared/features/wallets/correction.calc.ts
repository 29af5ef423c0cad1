/** The most that one correction or application may change a wallet by: a slip of the finger stays small. Money in yuan. */
export const CORRECTION_LIMITS = { money: 100_000, integral: 1_000_000, quan: 10_000, frequency: 10_000 } as const

const DAY_MS = 86_400_000

/** Days until a card ends, the one that has begun counted; 0 when it has ended, null where it has no end. */
export const daysLeft = (until: Date | null, now: Date): number | null =>
  until && Math.max(0, Math.ceil((until.getTime() - now.getTime()) / DAY_MS))
