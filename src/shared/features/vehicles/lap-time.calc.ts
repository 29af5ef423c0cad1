/** Returns a lap time in the format of timing boards: `0:41.907`. */
export function lapTime(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  const seconds = ((ms % 60_000) / 1000).toFixed(3)
  return `${minutes}:${seconds.padStart(6, '0')}`
}
