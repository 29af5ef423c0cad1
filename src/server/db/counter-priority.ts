/** How long after its last write the counter counts as busy, because the next sale follows soon. */
const QUIET_MS = 1000
/** How long a batch of a workbook waits for a write, at most twice; so 50,000 rows are written in time even if writes never end. */
const PAUSE_MS = 10

// All servers in a process share its processors, so this state is per process.
let inProgress = 0
let lastEnd = Number.NEGATIVE_INFINITY
let idle = Promise.withResolvers<void>()

/** Runs a write of the counter. Until shortly after it, fewer lists run at once and workbooks pause between batches. */
export async function withCounterPriority<T>(write: () => Promise<T>): Promise<T> {
  if (inProgress++ === 0) idle = Promise.withResolvers()
  try {
    return await write()
  } finally {
    lastEnd = performance.now()
    if (--inProgress === 0) idle.resolve()
  }
}

/** Whether a write of the counter runs, or ended less than `QUIET_MS` ago. */
export const isCounterBusy = (): boolean => inProgress > 0 || performance.now() - lastEnd < QUIET_MS

/** Rows of a workbook that are read and written in one batch: fewer while the counter is busy, so that a charge waits less. */
export const portionSize = (usual: number): number => (isCounterBusy() ? Math.ceil(usual / 5) : usual)

/** Pauses while a write of the counter is in progress, for its end at most twice `PAUSE_MS`. */
export async function pauseForCounter(): Promise<void> {
  if (inProgress === 0) return
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  if (inProgress === 0) return
  const finished = Promise.withResolvers<void>()
  const pause = setTimeout(finished.resolve, PAUSE_MS)
  await Promise.race([idle.promise, finished.promise])
  clearTimeout(pause)
}
