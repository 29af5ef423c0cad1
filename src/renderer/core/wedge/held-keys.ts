/** Long enough for the next key of a usual reader, too short for a person to notice. */
const holdMs = 80
/** Longer than any pause inside a scan: two keys at a reader's pace are most likely one, and a person presses one. */
const holdMoreMs = 160

/**
 * Keeps characters that were pressed outside every text field until it is clear whether they are a scan.
 *
 * Screens have keys of one character (1…9 choose a rule): without this a swipe would press ten of them.
 */
export function createHeldKeys(target: Window) {
  let held: { event: KeyboardEvent; at: EventTarget }[] = []
  let timer: number | undefined
  /** Copies that are on their way: they are let through. */
  const copies = new WeakSet<Event>()

  /** Lets the keys through after all, in their order. */
  function release(): void {
    target.clearTimeout(timer)
    const keys = held
    held = []
    for (const { event, at } of keys) {
      const copy = new KeyboardEvent(event.type, {
        key: event.key,
        code: event.code,
        location: event.location,
        shiftKey: event.shiftKey,
        bubbles: true,
        cancelable: true,
        composed: true,
      })
      copies.add(copy)
      at.dispatchEvent(copy)
    }
  }

  return {
    hold(event: KeyboardEvent): void {
      event.preventDefault()
      event.stopImmediatePropagation()
      held.push({ event, at: event.composedPath()[0] ?? target })
      target.clearTimeout(timer)
      timer = target.setTimeout(release, held.length === 1 ? holdMs : holdMoreMs)
    },
    release,
    /** They were a scan. */
    drop(): void {
      target.clearTimeout(timer)
      held = []
    },
    isCopy: (event: Event): boolean => copies.has(event),
  }
}
