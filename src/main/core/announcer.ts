import type { Clock } from './clock.ts'

/** Delay in ms within which announcements are merged. */
const PAUSE = 30

export interface Announcer {
  /** Calls `tell` after the delay; repeated requests for the same name are merged. */
  soon(name: string, tell: () => void): void
  close(): void
}

export function createAnnouncer(clock: Clock): Announcer {
  const pending = new Map<string, () => void>()
  let closed = false
  return {
    soon(name, tell) {
      if (pending.has(name) || closed) return
      const cancel = clock.after(PAUSE, () => {
        pending.delete(name)
        tell()
      })
      pending.set(name, cancel)
    },
    close() {
      closed = true
      for (const cancel of pending.values()) cancel()
    },
  }
}
