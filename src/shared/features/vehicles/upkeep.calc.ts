import type { Upkeep } from './vehicles.schema.ts'

/** From this part of its interval on a vehicle's upkeep is said to be due. */
const DUE_FROM = 0.9

/** How a vehicle stands under a plan: after the whole interval its upkeep is overdue, shortly before that it is due. */
export function upkeepState(every: number, used: number): Upkeep {
  if (used >= every) return 'overdue'
  return used >= every * DUE_FROM ? 'due' : 'ok'
}

/** What is left of the interval, with one decimal; below zero: by how much it is overdue. */
export const leftOf = (every: number, used: number): number => Math.round((every - used) * 10) / 10

const urgency = { ok: 0, due: 1, overdue: 2 } satisfies Record<Upkeep, number>

/** The most urgent of what several plans say. */
export const worstOf = (states: readonly Upkeep[]): Upkeep =>
  states.reduce<Upkeep>((worst, state) => (urgency[state] > urgency[worst] ? state : worst), 'ok')
