import type { TypedBetween } from '#shared/features/scans/index.ts'

type TextField = HTMLInputElement | HTMLTextAreaElement

interface Remembered {
  field: TextField
  value: string
  start: number | null
  end: number | null
}

/** Types of `<input>` that characters are written into; all others (buttons, ticks, sliders) keep their value. */
const typeable = new Set(['text', 'search', 'tel', 'url', 'email', 'password', 'number', ''])

export const isTextField = (element: Element | null): element is TextField =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && typeable.has(element.type))

/** Writes as the browser does, past the setter that React puts on the element, so that React notices. */
export function writeField(field: TextField, value: string): void {
  const owner = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(owner, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** As many characters as a scan may have. */
const LONGEST = 256

/** What stood there with a text written at its caret. */
function withText({ field, value, start, end }: Remembered, text: string): Remembered {
  const from = start ?? value.length
  const caret = start === null ? null : from + text.length
  return { field, value: value.slice(0, from) + text + value.slice(end ?? from), start: caret, end: caret }
}

/** Remembers what stood in the fields before each character of a run, to take a scan back out of them. */
export function createFieldMemory() {
  /** One for each character of the run; null for one that went to no field. */
  let run: (Remembered | null)[] = []
  /** How the fields are to stand after the last scan. */
  let wanted: Remembered[] = []

  /** Puts the fields back, with their carets; fields that nothing has changed stay untouched. */
  function restore(): void {
    for (const { field, value, start, end } of wanted) {
      if (field.value === value) continue
      writeField(field, value)
      if (start !== null && field.selectionStart !== null) field.setSelectionRange(start, end)
    }
  }

  return {
    /** To be called before each character of a run. */
    remember(element: Element | null): void {
      // Fields of numbers have no caret that a script may ask for.
      const now = isTextField(element)
        ? { field: element, value: element.value, start: element.selectionStart, end: element.selectionEnd }
        : null
      run = [...run, now].slice(-LONGEST)
    },
    forget(): void {
      run = []
      wanted = []
    },
    /** Takes the last characters of the run out again, but for those that a person typed between them. */
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
