/** How long after its last write the counter counts as busy: the next sale follows soon. */
const QUIET_MS = 1000
/** How long a portion of a workbook waits for a write, and at most once more; 50,000 rows are written in time also where writes never end. */
const PAUSE_MS = 10

// Everything in a process shares its processors, so these are kept per process and not per server.
let underWay = 0
let lastEnd = Number.NEGATIVE_INFINITY
let idle = Promise.withResolvers<void>()

/** Runs a write of the counter: until shortly after it, fewer lists are read at once and workbooks pause between their portions. */
export async function counterFirst<T>(write: () => Promise<T>): Promise<T> {
  if (underWay++ === 0) idle = Promise.withResolvers()
  try {
    return await write()
  } finally {
    lastEnd = performance.now()
    if (--underWay === 0) idle.resolve()
  }
}

/** Whether the counter writes now, or has just done so. */
export const isCounterBusy = (): boolean => underWay > 0 || performance.now() - lastEnd < QUIET_MS

/** How many rows of a workbook are read and written in one go: few beside the counter, so that a charge waits for few. */
export const portionSize = (usual: number): number => (isCounterBusy() ? Math.ceil(usual / 5) : usual)

/** Leaves a write that is under way some time, and waits for its end or that of the next, if that comes soon. */
export async function afterCounter(): Promise<void> {
  if (underWay === 0) return
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  if (underWay === 0) return
  const over = Promise.withResolvers<void>()
  const pause = setTimeout(over.resolve, PAUSE_MS)
  await Promise.race([idle.promise, over.promise])
  clearTimeout(pause)
}
