import { formatAmount } from '#shared/core/money.ts'

/** An amount of money as people read it: `¥12.50`. */
export const money = (amount: number): string => `¥${formatAmount(amount)}`

/** The duration of a lap: `32.415`, or `1:02.310`. */
export function lapTime(ms: number): string {
  const [minutes, rest] = [Math.floor(ms / 60_000), (ms % 60_000) / 1000]
  return minutes === 0 ? rest.toFixed(3) : `${minutes}:${rest.toFixed(3).padStart(6, '0')}`
}

/** A time without its seconds. */
export const minuteOf = (time: string): string => time.slice(0, 16)
