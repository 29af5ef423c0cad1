export interface Change {
  field: string
  from: string
  to: string
}

const MAX_VALUE_LENGTH = 80
const NOTHING = '—'
/** Shortens a UUID to its end, which is enough to tell two of them apart. */
const shortId = (text: string): string => text.replace(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{4}([\da-f]{8})$/i, '…$2')
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the text of a field's value, or undefined where it has none. */
export type WordOf = (field: string, value: string) => string | undefined

function shown(field: string, value: unknown, wordOf: WordOf): string {
  if (value === null || value === undefined || value === '') return NOTHING
  if (Array.isArray(value)) return value.map((one) => shown(field, one, wordOf)).join(', ') || NOTHING
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const word = wordOf(field, text) ?? shortId(text)
  return word.length > MAX_VALUE_LENGTH ? `${word.slice(0, MAX_VALUE_LENGTH)}…` : word
}

/** The fields that differ between two states of a row; all fields where the row is new or deleted. */
export function changesOf(before: unknown, after: unknown, wordOf: WordOf = () => undefined): Change[] {
  const [old, now] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => !/^update(Time|By)$/.test(field))
    .map((field) => ({ field, from: shown(field, old[field], wordOf), to: shown(field, now[field], wordOf) }))
    .filter(({ from, to }) => from !== to)
}
