import { isTextField } from '#renderer/core/wedge/field-memory.ts'

/** How long after a key a field counts as being typed in. */
const TYPING_MS = 2000

let typedAt = Number.NEGATIVE_INFINITY

/** Records when a person last typed, as an event timestamp; a reader's keys do not count. */
export const noteTyped = (at: number): void => {
  typedAt = at
}

/** Whether the user is typing in the focused field, which must not lose the focus then. */
export const isBeingTyped = (now = performance.now()): boolean =>
  isTextField(document.activeElement) && now - typedAt < TYPING_MS
