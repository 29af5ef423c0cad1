import type { Bus, BusMessages } from './bus.ts'

/** How long a value is used while notifications may be missed. */
const MAX_AGE_WITHOUT_BUS_MS = 2000

/**
 * Caches a value that rarely changes until a notification of its kind arrives.
 *
 * A database trigger sends the notification (`{"kind": …}`), so any writer of the rows invalidates the cache.
 */
export function cached<T>(bus: Bus, kind: keyof BusMessages, load: () => Promise<T>): () => Promise<T> {
  let entry: { value: Promise<T>; since: number } | undefined
  const invalidate = () => {
    entry = undefined
  }
  bus.listen((message) => {
    if (message.kind === kind) invalidate()
  })
  bus.onReconnect(invalidate)
  return () => {
    if (entry && (bus.connected || performance.now() - entry.since < MAX_AGE_WITHOUT_BUS_MS)) return entry.value
    const value = load()
    entry = { value, since: performance.now() }
    // A failure is not cached.
    value.catch(() => {
      if (entry?.value === value) invalidate()
    })
    return value
  }
}
