import { isTextField } from './wedge/field-memory.ts'

/** How long a field counts as being typed in after a key. */
const TYPING_MS = 2000

let typedAt = Number.NEGATIVE_INFINITY

/** Says when a person last typed, by the time of the key's event; the keys of a reader do not count. */
export const noteTyped = (at: number): void => {
  typedAt = at
}

/** Whether somebody is typing in the field that has the focus, which nothing may take away then. */
export const isBeingTyped = (now = performance.now()): boolean =>
  isTextField(document.activeElement) && now - typedAt < TYPING_MS
