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
  let held: { event: KeyboardEvent; at: EventTarget; id: number }[] = []
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
    hold(event: KeyboardEvent, id: number): void {
      event.preventDefault()
      event.stopImmediatePropagation()
      held.push({ event, at: event.composedPath()[0] ?? target, id })
      target.clearTimeout(timer)
      timer = target.setTimeout(release, held.length === 1 ? HOLD_MS : HOLD_MORE_MS)
    },
    release,
    /** Those that were a scan are gone; the others were pressed by a person. */
    drop(own: ReadonlySet<number>): void {
      held = held.filter(({ id }) => !own.has(id))
      release()
    },
    /** Nobody knows whose they were: keys of the screen are better pressed again than pressed by a reader. */
    dropAll(): void {
      target.clearTimeout(timer)
      held = []
    },
  }
}
