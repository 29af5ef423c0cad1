/** Another press within this time of a success, with nothing chosen between them, counts as a bounced key. */
export const BOUNCE_MS = 700

/**
 * Accepts deliberate presses, and rejects those that bounced or were made before the result of the last one was shown.
 *
 * It compares the time of the press (`event.timeStamp`, ms), because a busy page may handle a press long after it was made.
 */
export function createPressGuard(bounceMs = BOUNCE_MS) {
  let isBusy = false
  let openFrom = Number.NEGATIVE_INFINITY
  return {
    isBusy: () => isBusy,
    /** Whether a press counts. If so, no other one does until `succeed` or `fail`. */
    take(pressedAt: number): boolean {
      if (isBusy || pressedAt < openFrom) return false
      isBusy = true
      return true
    },
    /** The screen shows success at `now`. */
    succeed(now: number): void {
      isBusy = false
      openFrom = now + bounceMs
    },
    /** The screen shows an error at `now`. Presses made before it are rejected. */
    fail(now: number): void {
      isBusy = false
      openFrom = now
    },
    /** Something was chosen, so the next press is deliberate. */
    open(): void {
      openFrom = Number.NEGATIVE_INFINITY
    },
  }
}
