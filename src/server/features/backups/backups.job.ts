import type { Deps } from '#server/core/slice.ts'

/** Makes a backup; returns how many older ones were removed. */
export async function runBackup({ backUp }: Deps, keepDays: number): Promise<number> {
  const { removed } = await backUp(keepDays)
  return removed
}
