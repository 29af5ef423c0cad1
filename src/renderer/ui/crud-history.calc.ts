export interface Change {
  field: string
  from: string
  to: string
}

const LONGEST = 80
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

/** The fields that differ between two states of a row; those of a new or a deleted row are all of them. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [old, now] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => !/^update(Time|By)$/.test(field))
    .map((field) => ({ field, from: shown(old[field]), to: shown(now[field]) }))
    .filter(({ from, to }) => from !== to)
}
