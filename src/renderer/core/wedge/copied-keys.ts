const copies = new WeakSet<Event>()

/** A key that is pressed again, where it was kept back; it says when it was really pressed. */
export function copyKey(event: KeyboardEvent): KeyboardEvent {
  const copy = new KeyboardEvent(event.type, {
    key: event.key,
    code: event.code,
    location: event.location,
    shiftKey: event.shiftKey,
    bubbles: true,
    cancelable: true,
    composed: true,
  })
  Object.defineProperty(copy, 'timeStamp', { value: event.timeStamp })
  copies.add(copy)
  return copy
}

/** Copies are on their way: they are let through. */
export const isCopiedKey = (event: Event): boolean => copies.has(event)
