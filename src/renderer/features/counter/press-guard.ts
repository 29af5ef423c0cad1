/** Another press within this time of a success, with nothing chosen between them, is a key that bounced. */
const BOUNCE_MS = 700

/**
 * Tells a press that is meant from one that bounced or was made too early to know what became of the one before.
 *
 * It goes by when a key was pressed (`event.timeStamp`), because a busy page gets to a press long after it was made.
 */
export function createPressGuard(bounceMs = BOUNCE_MS) {
  let isBusy = false
  let openFrom = Number.NEGATIVE_INFINITY
  return {
    isBusy: () => isBusy,
    /** Whether a press counts; if so, no other does until `succeed` or `fail`. */
    take(pressedAt: number): boolean {
      if (isBusy || pressedAt < openFrom) return false
      isBusy = true
      return true
    },
    /** The screen shows at `now` that it is done. */
    succeed(now: number): void {
      isBusy = false
      openFrom = now + bounceMs
    },
    /** The screen shows at `now` why it was not done: what was pressed before that was pressed without knowing. */
    fail(now: number): void {
      isBusy = false
      openFrom = now
    },
    /** Something was chosen: the next press is meant. */
    open(): void {
      openFrom = Number.NEGATIVE_INFINITY
    },
  }
}
