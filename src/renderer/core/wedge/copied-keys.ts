const copies = new WeakSet<Event>()

/** A copy of a key event that was held back, with the timestamp of the original. */
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

/** Whether an event is such a copy; copies are let through. */
export const isCopiedKey = (event: Event): boolean => copies.has(event)
