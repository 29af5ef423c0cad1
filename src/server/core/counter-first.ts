/** How long after its last write the counter counts as busy: the next sale follows soon. */
const QUIET_MS = 1000
/** How long a portion of a workbook waits for writes at most, so that it is finished also where writes never end. */
const PAUSE_MS = 20

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

/** Waits until no write of the counter is under way, or until the pause is over. */
export async function afterCounter(): Promise<void> {
  if (underWay === 0) return
  const over = Promise.withResolvers<void>()
  const pause = setTimeout(over.resolve, PAUSE_MS)
  await Promise.race([idle.promise, over.promise])
  clearTimeout(pause)
}
