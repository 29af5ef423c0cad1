import { copyKey } from './copied-keys.ts'

/** Long enough for the next key of a usual reader, too short for a person to notice. */
const HOLD_MS = 80
/** Longer than any pause inside a scan: two keys at a reader's pace are most likely one, and a person presses one. */
const HOLD_MORE_MS = 160

/**
 * Keeps characters that were pressed outside every text field until it is clear whether they are a scan.
 *
 * Screens have keys of one character (1…9 choose a rule): without this a swipe would press ten of them.
 */
export function createHeldKeys(target: Window) {
  let held: { event: KeyboardEvent; at: EventTarget; place: number }[] = []
  let timer: number | undefined

  /** Lets the keys through after all, in their order. */
  function release(): void {
    target.clearTimeout(timer)
    const keys = held
    held = []
    for (const { event, at } of keys) {
      // A dialog that has gone meanwhile took the element with the focus along: the key is the screen's below it.
      const isGone = at instanceof Node && !at.isConnected
      const goesTo = isGone ? (target.document.activeElement ?? target) : at
      goesTo.dispatchEvent(copyKey(event))
    }
  }

  return {
    /** `place` counts the characters of the run. */
    hold(event: KeyboardEvent, place: number): void {
      event.preventDefault()
      event.stopImmediatePropagation()
      held.push({ event, at: event.composedPath()[0] ?? target, place })
      target.clearTimeout(timer)
      timer = target.setTimeout(release, held.length === 1 ? HOLD_MS : HOLD_MORE_MS)
    },
    release,
    /** Those that were a scan are gone; the others were pressed by a person. */
    drop(isScan: (place: number) => boolean): void {
      held = held.filter(({ place }) => !isScan(place))
      release()
    },
  }
}
