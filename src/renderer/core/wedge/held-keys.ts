import { copyKey } from './copied-keys.ts'

/** Longer than the key interval of a usual reader, too short for a person to notice. */
const HOLD_MS = 80
/** Longer than any pause inside a scan; applies once two keys came at a reader's pace, which is most likely a scan. */
const HOLD_MORE_MS = 160

/**
 * Holds back characters typed outside text fields until it is clear whether they are a scan.
 *
 * Screens have single-character shortcuts (1…9 select a rule): without this a swipe would trigger ten of them.
 */
export function createHeldKeys(target: Window) {
  let held: { event: KeyboardEvent; at: EventTarget; index: number }[] = []
  let timer: number | undefined

  /** Dispatches the held keys in their order. */
  function release(): void {
    target.clearTimeout(timer)
    const keys = held
    held = []
    for (const { event, at } of keys) {
      // The focused element was removed with a closed dialog: the key goes to the screen below.
      const isGone = at instanceof Node && !at.isConnected
      const goesTo = isGone ? (target.document.activeElement ?? target) : at
      goesTo.dispatchEvent(copyKey(event))
    }
  }

  return {
    /** `index` is the position of the character in the run. */
    hold(event: KeyboardEvent, index: number): void {
      event.preventDefault()
      event.stopImmediatePropagation()
      held.push({ event, at: event.composedPath()[0] ?? target, index })
      target.clearTimeout(timer)
      timer = target.setTimeout(release, held.length === 1 ? HOLD_MS : HOLD_MORE_MS)
    },
    release,
    /** Discards the keys of a scan and dispatches the others. */
    drop(isScan: (index: number) => boolean): void {
      held = held.filter(({ index }) => !isScan(index))
      release()
    },
  }
}
