import type { Upkeep } from './vehicles.schema.ts'

/** Fraction of the interval from which upkeep is due. */
const DUE_FROM = 0.9

/** Returns the state of a plan for a vehicle: overdue after the full interval, due shortly before. */
export function upkeepState(every: number, used: number): Upkeep {
  if (used >= every) return 'overdue'
  return used >= every * DUE_FROM ? 'due' : 'ok'
}

/** Remaining part of the interval, with one decimal; negative if overdue. */
export const leftOf = (every: number, used: number): number => Math.round((every - used) * 10) / 10

const urgency = { ok: 0, due: 1, overdue: 2 } satisfies Record<Upkeep, number>

/** Returns the most urgent of several states. */
export const worstOf = (states: readonly Upkeep[]): Upkeep =>
  states.reduce<Upkeep>((worst, state) => (urgency[state] > urgency[worst] ? state : worst), 'ok')
