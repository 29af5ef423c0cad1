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

/** What came out of one round of many equal operations. */
export interface Round {
  count: number
  perSecond: number
  p50: number
  p99: number
  /** Of rounds with sockets: what the one that was told least has heard. */
  pushes?: number
  /** Of rounds with boxes in vehicles. */
  boxes?: BoxesSeen
}

/** How boxes got in, what became of their laps, and when they heard of an emergency stop that was pressed. */
export interface BoxesSeen {
  connectedMs: number
  laps: number
  unkept: number
  told: number
  firstMs: number
  lastMs: number
}

/** From how long all of them took together and each of them alone, in milliseconds. */
export function roundOf(totalMs: number, latencies: readonly number[]): Round {
  const sorted = Float64Array.from(latencies).sort()
  return {
    count: sorted.length,
    perSecond: (sorted.length / totalMs) * 1000,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
  }
}
