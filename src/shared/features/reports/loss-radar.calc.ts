/** Signals about users who handle money; their texts are `radar.<name>`. */
export const radarMeasures = [
  'refunds',
  'discounts',
  'cancels',
  'escaped',
  'voids',
  'voided',
  'tests',
  'short',
  'over',
  'cashOut',
  'outside',
  'lateCoins',
] as const
export type RadarMeasure = (typeof radarMeasures)[number]

/** Opportunities for each signal: orders, started rides, counted shifts. */
export const radarBases = ['orders', 'starts', 'shifts'] as const
export type RadarBase = (typeof radarBases)[number]

export const baseOf: Record<RadarMeasure, RadarBase> = {
  refunds: 'orders',
  discounts: 'orders',
  voids: 'orders',
  voided: 'orders',
  tests: 'orders',
  outside: 'orders',
  lateCoins: 'orders',
  cancels: 'starts',
  escaped: 'starts',
  short: 'shifts',
  over: 'shifts',
  cashOut: 'shifts',
}

/** Counts of a user in the period or in the weeks before. */
export interface RadarFact {
  personId: string
  what: RadarMeasure | RadarBase
  isNow: boolean
  count: number
  /** In fen. */
  amount: number
}

export interface RadarFigure {
  measure: RadarMeasure
  count: number
  amount: number
  /** Expected count; null if there is too little data to compare. */
  expected: number | null
  /** Basis of the comparison. */
  against: 'colleagues' | 'before' | 'nothing'
  isUnusual: boolean
}

export interface RadarPerson {
  personId: string
  orders: number
  starts: number
  shifts: number
  figures: RadarFigure[]
}

/** Days before the period that serve as the baseline. */
export const RADAR_BASELINE_DAYS = 28

/** Minimum number of opportunities for a comparison. */
const ENOUGH: Record<RadarBase, number> = { orders: 20, starts: 20, shifts: 5 }

/**
 * Whether a count is unusual: more than three standard deviations above the expected count, and never fewer
 * than three.
 */
export const isUnusual = (count: number, expected: number): boolean =>
  count >= expected + 3 * Math.sqrt(Math.max(expected, 1))

/**
 * Returns each user's counts with the expected ones: those of colleagues with as many opportunities, in the period and the four
 * weeks before; if either has too few opportunities, the user's own rate in the four weeks before.
 */
export function radarOf(facts: readonly RadarFact[], days: number): RadarPerson[] {
  const people = new Map<string, RadarFact[]>()
  for (const fact of facts) people.set(fact.personId, [...(people.get(fact.personId) ?? []), fact])
  const all = sumsOf(facts)
  return [...people.entries()]
    .map(([personId, own]) => personOf(personId, sumsOf(own), all, days))
    .filter(
      ({ orders, starts, shifts, figures }) => orders + starts + shifts > 0 || figures.some(({ count }) => count > 0),
    )
    .toSorted((one, other) => weightOf(other) - weightOf(one) || other.orders - one.orders)
}

const weightOf = ({ figures }: RadarPerson): number => figures.filter((one) => one.isUnusual).length

interface Sum {
  count: number
  amount: number
}
interface Sums {
  now(what: RadarFact['what']): Sum
  before(what: RadarFact['what']): Sum
  /** Both together. */
  count(what: RadarFact['what']): number
}

function sumsOf(facts: readonly RadarFact[]): Sums {
  const sum = (what: RadarFact['what'], isNow: boolean): Sum => {
    const found = facts.filter((fact) => fact.what === what && fact.isNow === isNow)
    return {
      count: found.reduce((total, { count }) => total + count, 0),
      amount: found.reduce((total, { amount }) => total + amount, 0),
    }
  }
  return {
    now: (what) => sum(what, true),
    before: (what) => sum(what, false),
    count: (what) => sum(what, true).count + sum(what, false).count,
  }
}

function personOf(personId: string, own: Sums, all: Sums, days: number): RadarPerson {
  const figures = radarMeasures.map((measure): RadarFigure => {
    const { count, amount } = own.now(measure)
    const { expected, against } = expectedOf(measure, own, all, days)
    return {
      measure,
      count,
      amount,
      expected: expected === null ? null : Math.round(expected * 10) / 10,
      against,
      isUnusual: expected !== null && isUnusual(count, expected),
    }
  })
  const occasions = (base: RadarBase): number => own.now(base).count
  return { personId, orders: occasions('orders'), starts: occasions('starts'), shifts: occasions('shifts'), figures }
}

function expectedOf(
  measure: RadarMeasure,
  own: Sums,
  all: Sums,
  days: number,
): { expected: number | null; against: RadarFigure['against'] } {
  const base = baseOf[measure]
  const occasions = own.now(base).count
  const ofOthers = all.count(base) - own.count(base)
  if (occasions >= ENOUGH[base] && ofOthers >= ENOUGH[base]) {
    const done = all.count(measure) - own.count(measure)
    return { expected: (done / ofOthers) * occasions, against: 'colleagues' }
  }
  const wasHere = [...radarMeasures, ...radarBases].some((what) => own.before(what).count > 0)
  if (!wasHere) return { expected: null, against: 'nothing' }
  return { expected: (own.before(measure).count / RADAR_BASELINE_DAYS) * days, against: 'before' }
}
