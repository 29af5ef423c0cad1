const HOLE = /\$\{\s*([\p{L}_][\p{L}\d_.-]{0,59})\s*\}/gu

/** The variables that a template asks for, each once, in the order of the text. */
export const variablesOf = (content: string): string[] => [
  ...new Set([...content.matchAll(HOLE)].map(([, name = '']) => name)),
]

/** A template with every `${name}` replaced; in rich text the values become plain characters, never markup. */
export const fillTemplate = (content: string, values: Record<string, string>, rich: boolean): string =>
  content.replace(HOLE, (hole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) return hole
    return rich ? escapeHtml(value) : value
  })

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Words as they stand in a message, whatever signs they have. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)

/** Reads the variables' values from JSON text: an object of words, numbers and flags. Null where it is none. */
export function readValues(json: string): Record<string, string> | null {
  if (json.trim() === '') return {}
  let parsed: unknown
  try {
    parsed = JSON.parse(json)
  } catch {
    return null
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null
  const entries = Object.entries(parsed).filter(([, value]) => value !== null && value !== undefined)
  if (entries.some(([, value]) => typeof value === 'object')) return null
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}
