import type { SortedKeys } from '#shared/features/scans/index.ts'

type TextField = HTMLInputElement | HTMLTextAreaElement

/** What stood in a field, and where the caret was. */
interface Content {
  value: string
  start: number | null
  end: number | null
}

interface Remembered extends Content {
  field: TextField
}

/** A field into which a scan and typing went together: the next scan tells which characters were the reader's. */
interface Mixture extends Remembered {
  chars: readonly string[]
  /** What stands there now. */
  mixed: string
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

/** As many keys as a run may have. */
const LONGEST = 256

/** What comes of characters that are typed one after the other, in a field that may be full. */
function withTyped<T extends Content>(content: T, chars: readonly string[], maxLength: number): T {
  let { value, start, end } = content
  for (const char of chars) {
    const from = start ?? value.length
    const rest = value.slice(end ?? from)
    if (maxLength >= 0 && from + char.length + rest.length > maxLength) continue
    value = value.slice(0, from) + char + rest
    start = start === null ? null : from + char.length
    end = start
  }
  return { ...content, value, start, end }
}

/** The text without the characters of a number that stand in it in their order, or null where they do not. */
function without(chars: readonly string[], number: string): string[] | null {
  const left: string[] = []
  let next = 0
  for (const char of chars) {
    if (next < number.length && char === number[next]) next += 1
    else left.push(char)
  }
  return next === number.length ? left : null
}

const isSame = (one: Content, other: Content): boolean =>
  one.value === other.value && one.start === other.start && one.end === other.end

function write({ field, value, start, end }: Remembered): void {
  if (field.value === value) return
  writeField(field, value)
  if (start !== null && field.selectionStart !== null) field.setSelectionRange(start, end)
}

const contentOf = (field: TextField): Remembered => ({
  field,
  value: field.value,
  // Fields of numbers have no caret that a script may ask for.
  start: field.selectionStart,
  end: field.selectionEnd,
})

/** Remembers what stood in the fields before each key of a run, to take a scan back out of them. */
export function createFieldMemory() {
  /** By the id of the key. Keys that went to no field have no entry. */
  let before = new Map<number, Remembered>()
  /** How the fields are to stand after the last scan, and how they stood before it was taken out. */
  let wanted: Remembered[] = []
  let taken: Remembered[] = []
  let mixture: Mixture | null = null

  /** Puts the fields back, with their carets; fields that nothing has changed stay untouched. */
  const restore = (): void => wanted.forEach(write)

  /** The first key of the reader in each field. */
  const firstIn = (ids: readonly number[]): Remembered[] => {
    const all = ids.flatMap((id) => before.get(id) ?? [])
    return all.filter((one, index) => all.findIndex(({ field }) => field === one.field) === index)
  }

  return {
    /** To be called before each key of a run. */
    remember(id: number, element: Element | null): void {
      if (isTextField(element)) before.set(id, contentOf(element))
      const [oldest] = before.keys()
      if (oldest !== undefined && before.size > LONGEST) before.delete(oldest)
    },
    forget(): void {
      before = new Map()
      wanted = []
    },
    /**
     * Takes the reader's characters out and leaves what was typed between them. Where a field shows something else than
     * was typed into it, such as what an input method writes, it only does so when nothing was typed between them.
     */
    takeOut({ own, chars }: SortedKeys): void {
      const ids = [...own]
      const firstId = Math.min(...ids)
      const fields = firstIn(ids)
      taken = fields.map(({ field }) => contentOf(field))
      wanted = fields.flatMap((content) => {
        const here = chars.filter(({ id }) => id >= firstId && before.get(id)?.field === content.field)
        const typed = here.filter(({ id }) => !own.has(id)).map(({ char }) => char)
        const { maxLength } = content.field
        const all = withTyped(
          content,
          here.map(({ char }) => char),
          maxLength,
        )
        return typed.length === 0 || all.value === content.field.value ? [withTyped(content, typed, maxLength)] : []
      })
      before = new Map()
      restore()
    },
    /** The scan did not count: what was taken out stands there again. */
    putBack(): void {
      for (const content of taken) {
        const now = wanted.find(({ field }) => field === content.field)
        if (now && isSame(contentOf(content.field), now)) write(content)
      }
      taken = []
      wanted = []
    },
    /** Everything that was pressed stays where it went, until a scan tells which of it was the reader's. */
    keepMixture({ chars }: SortedKeys): void {
      const [first] = firstIn(chars.map(({ id }) => id))
      const own = first ? chars.filter(({ id }) => before.get(id)?.field === first.field) : []
      mixture = first ? { ...first, chars: own.map(({ char }) => char), mixed: first.field.value } : null
      before = new Map()
      wanted = []
    },
    /** The scan that was mixed with typing came again: its characters are taken out, where nobody has done so. */
    unmix(number: string): void {
      const was = mixture
      mixture = null
      if (!was || number === '' || !was.field.isConnected || !was.field.value.startsWith(was.mixed)) return
      const { maxLength } = was.field
      if (withTyped(was, was.chars, maxLength).value !== was.mixed) return
      const typed = without(was.chars, number)
      if (!typed) return
      const cleaned = withTyped(was, typed, maxLength)
      const added = was.field.value.slice(was.mixed.length)
      writeField(was.field, cleaned.value + added)
      if (added === '' && cleaned.start !== null && was.field.selectionStart !== null)
        was.field.setSelectionRange(cleaned.start, cleaned.end)
    },
    restore,
  }
}
