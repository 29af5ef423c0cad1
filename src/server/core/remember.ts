import type { Bus } from './bus.ts'

/** While notifications may be missed, what is remembered is read anew this often. */
const FRESH_WITHOUT_BUS_MS = 2000

/**
 * Remembers what hardly ever changes until a notification of that kind says that it did.
 *
 * The database sends the notification by a trigger (`{"kind": …}`), so that it does not matter who changed the rows.
 */
export function remember<T>(bus: Bus, kind: string, load: () => Promise<T>): () => Promise<T> {
  let known: { value: Promise<T>; since: number } | undefined
  const forget = () => {
    known = undefined
  }
  bus.listen((message) => {
    if (message.kind === kind) forget()
  })
  bus.onReconnect(forget)
  return () => {
    if (known && (bus.connected || performance.now() - known.since < FRESH_WITHOUT_BUS_MS)) return known.value
    const value = load()
    known = { value, since: performance.now() }
    // A failure is not worth remembering.
    value.catch(() => {
      if (known?.value === value) forget()
    })
    return value
  }
}
