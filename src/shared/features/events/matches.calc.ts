import type { MatchFormat, MatchStatus } from './matches.schema.ts'

/** A small generator of random numbers below 1 (mulberry32): the same seed gives the same draw on every computer. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The same values in the order of a draw (Fisher-Yates). */
export function drawn<T>(values: readonly T[], seed: number): T[] {
  const random = randomOf(seed)
  const order = [...values]
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const [one, two] = [order[last] as T, order[other] as T]
    order[last] = two
    order[other] = one
  }
  return order
}

/**
 * The groups of a round, each in the order of its start list. Heats are drawn and as equal in size as possible. The others keep the order
 * that is given: the first ones are together in a final.
 */
export function startLists<T>(
  members: readonly T[],
  { format, groupSize, seed }: { format: MatchFormat; groupSize: number; seed: number },
): T[][] {
  const count = Math.ceil(members.length / groupSize)
  if (format !== 'heat')
    return Array.from({ length: count }, (_, index) => members.slice(index * groupSize, (index + 1) * groupSize))
  const groups: T[][] = Array.from({ length: count }, () => [])
  for (const [index, member] of drawn(members, seed).entries()) groups[index % count]?.push(member)
  return groups
}

/** What a racer has driven. */
export interface Driven {
  laps: number
  bestMs: number | null
  totalMs: number | null
  status: MatchStatus
  penaltyMs: number
}

/** Whether the best lap decides; otherwise most laps, then the time with the penalty. */
export const isByBestLap = (format: MatchFormat): boolean => format === 'practice' || format === 'qualifying'

const LAST = Number.POSITIVE_INFINITY
/** Those without a result are after all others: first who did not finish, then who did not start, then who was disqualified. */
const ranks: Record<MatchStatus, number> = { '': 0, dnf: 1, dns: 2, dq: 3 }
const difference = (one: number, other: number): number => (one === other ? 0 : one - other)

/** The results of a group in their order, with places and points. Ties keep the order of the start list. */
export function placed<T extends Driven>(
  entries: readonly T[],
  { format, points }: { format: MatchFormat; points: readonly number[] },
): (T & { place: number | null; points: number })[] {
  const isDriven = ({ laps, status }: Driven): boolean => laps > 0 && status === ''
  const rank = (entry: Driven): number => (entry.status === '' && entry.laps === 0 ? ranks.dns : ranks[entry.status])
  const best = ({ bestMs, penaltyMs }: Driven): number => (bestMs === null ? LAST : bestMs + penaltyMs)
  const total = ({ totalMs, penaltyMs }: Driven): number => (totalMs === null ? LAST : totalMs + penaltyMs)
  const order = entries.toSorted((one, other) => {
    if (rank(one) !== rank(other)) return rank(one) - rank(other)
    if (isByBestLap(format)) return difference(best(one), best(other))
    return other.laps - one.laps || difference(total(one), total(other))
  })
  return order.map((entry, index) => {
    const counts = isDriven(entry)
    return { ...entry, place: counts ? index + 1 : null, points: counts ? (points[index] ?? 0) : 0 }
  })
}

/** A racer's result in one round. */
interface Scored {
  signUpId: string
  number: number
  racer: string
  roundNumber: number
  place: number | null
  points: number
}

/** The points table of an event: most points first, then the better place in the latest round. */
export function pointsTable(results: readonly Scored[]) {
  const rows = [...Map.groupBy(results, ({ signUpId }) => signUpId).values()].map((own) => {
    const [latest] = own.toSorted((one, other) => other.roundNumber - one.roundNumber)
    if (!latest) throw new Error('a row of the table has results')
    const { signUpId, number, racer } = latest
    return { signUpId, number, racer, points: own.reduce((sum, one) => sum + one.points, 0), latest }
  })
  const ordered = rows.toSorted(
    (one, other) =>
      other.points - one.points ||
      other.latest.roundNumber - one.latest.roundNumber ||
      difference(one.latest.place ?? LAST, other.latest.place ?? LAST) ||
      one.number - other.number,
  )
  return ordered.map(({ latest: _, ...row }, index) => ({ ...row, place: index + 1 }))
}
