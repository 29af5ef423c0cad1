/** The value below which a share of the sorted values lies. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return Number.NaN
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  if (sorted.length % 2 === 1) return sorted[middle] ?? Number.NaN
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

export interface Spread {
  median: number
  min: number
  max: number
}

export const spreadOf = (values: readonly number[]): Spread => ({
  median: median(values),
  min: Math.min(...values),
  max: Math.max(...values),
})

/** The result of one round of many equal operations. */
export interface Round {
  count: number
  perSecond: number
  p50: number
  p99: number
  /** In rounds with sockets: the fewest notifications that any of them received. */
  pushes?: number
  /** In rounds with boxes in vehicles. */
  boxes?: BoxesSeen
}

/** The times of connecting boxes, of their laps, and of an emergency stop. */
export interface BoxesSeen {
  connectedMs: number
  laps: number
  unkept: number
  told: number
  firstMs: number
  lastMs: number
}

/** Computes a result from the total duration and the single durations, in ms. */
export function roundOf(totalMs: number, latencies: readonly number[]): Round {
  const sorted = Float64Array.from(latencies).sort()
  return {
    count: sorted.length,
    perSecond: (sorted.length / totalMs) * 1000,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
  }
}
