type TextField = HTMLInputElement | HTMLTextAreaElement

interface Remembered {
  value: string
  start: number | null
  end: number | null
}

/** Types of `<input>` that characters are written into; all others (buttons, ticks, sliders) keep their value. */
const typeable = new Set(['text', 'search', 'tel', 'url', 'email', 'password', 'number', ''])

export const isTextField = (element: Element | null): element is TextField =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && typeable.has(element.type))

/** Writes as the browser does, past the setter that React puts on the element, so that React notices. */
function write(field: TextField, value: string): void {
  const owner = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(owner, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Remembers what stood in the fields before a run of characters, to take a scan back out of them. */
export function createFieldMemory() {
  const fields = new Map<TextField, Remembered>()

  return {
    /** To be called before each character of a run: a field counts as it stood when the run first reached it. */
    remember(element: Element | null): void {
      if (!isTextField(element) || fields.has(element)) return
      // Fields of numbers have no caret that a script may ask for.
      fields.set(element, { value: element.value, start: element.selectionStart, end: element.selectionEnd })
    },
    forget(): void {
      fields.clear()
    },
    /** Puts every field back, with its caret; fields that nothing has changed stay untouched. */
    restore(): void {
      for (const [field, { value, start, end }] of fields) {
        if (field.value === value) continue
        write(field, value)
        if (start !== null && field.selectionStart !== null) field.setSelectionRange(start, end)
      }
    },
  }
}
