import type { TypedBetween } from '#shared/features/scans/index.ts'

type TextField = HTMLInputElement | HTMLTextAreaElement

interface Remembered {
  field: TextField
  value: string
  start: number | null
  end: number | null
}

/** Types of `<input>` that take characters; all others (buttons, check boxes, sliders) keep their value. */
const typeable = new Set(['text', 'search', 'tel', 'url', 'email', 'password', 'number', ''])

export const isTextField = (element: Element | null): element is TextField =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && typeable.has(element.type))

/** Writes with the native setter and not React's, so that React notices the change. */
export function writeField(field: TextField, value: string): void {
  const owner = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(owner, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The most characters of a scan. */
const MAX_SCAN_LENGTH = 256

/** The earlier value with a text inserted at its caret. */
function withText({ field, value, start, end }: Remembered, text: string): Remembered {
  const from = start ?? value.length
  const caret = start === null ? null : from + text.length
  return { field, value: value.slice(0, from) + text + value.slice(end ?? from), start: caret, end: caret }
}

/** Records the fields' values before each character of a run, to remove a scan from them. */
export function createFieldMemory() {
  /** One entry per character of the run; null where it went to no field. */
  let run: (Remembered | null)[] = []
  /** The values to restore after the last scan. */
  let wanted: Remembered[] = []

  /** Restores the fields and their carets; unchanged fields are not touched. */
  function restore(): void {
    for (const { field, value, start, end } of wanted) {
      if (field.value === value) continue
      writeField(field, value)
      if (start !== null && field.selectionStart !== null) field.setSelectionRange(start, end)
    }
  }

  return {
    /** Call before each character of a run. */
    remember(element: Element | null): void {
      // Number fields do not expose their caret to scripts.
      const now = isTextField(element)
        ? { field: element, value: element.value, start: element.selectionStart, end: element.selectionEnd }
        : null
      run = [...run, now].slice(-MAX_SCAN_LENGTH)
    },
    forget(): void {
      run = []
      wanted = []
    },
    /** Removes the last characters of the run, except those that a person typed between them. */
    takeOut(length: number, typed: readonly TypedBetween[]): void {
      const own = run.slice(-length)
      const first = own.filter((one, index) => one && own.findIndex((other) => other?.field === one.field) === index)
      const typedInto = (field: TextField) =>
        typed.flatMap(({ index, char }) => (own[index]?.field === field ? [char] : [])).join('')
      const asItWas = (one: Remembered) => (typedInto(one.field) === '' ? one : withText(one, typedInto(one.field)))
      wanted = first.flatMap((one) => (one ? [asItWas(one)] : []))
      run = []
      restore()
    },
    restore,
  }
}
