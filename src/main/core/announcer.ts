import type { Clock } from '#main/core/clocks/clock.ts'

/** Delay in ms within which announcements are merged. */
const DELAY_MS = 30

export interface Announcer {
  /** Calls `publish` after the delay; repeated requests for the same name are merged. */
  schedule(name: string, publish: () => void): void
  close(): void
}

export function createAnnouncer(clock: Clock): Announcer {
  const pending = new Map<string, () => void>()
  let closed = false
  return {
    schedule(name, publish) {
      if (pending.has(name) || closed) return
      const cancel = clock.after(DELAY_MS, () => {
        pending.delete(name)
        publish()
      })
      pending.set(name, cancel)
    },
    close() {
      closed = true
      for (const cancel of pending.values()) cancel()
    },
  }
}
