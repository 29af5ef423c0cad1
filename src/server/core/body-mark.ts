/**
 * A mark of what a keyed call is about: everything that its body says, in any order of fields. What is empty says nothing, so
 * that a field which a later version adds changes no mark that is stored.
 */
export const bodyMark = (body: unknown, except: readonly string[]): string =>
  JSON.stringify(meaning(Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => !except.includes(name)))))

function meaning(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(meaning)
  if (typeof value !== 'object' || value === null) return value
  const said = Object.entries(value).filter(([, one]) => !isEmpty(one))
  return said.map(([name, one]) => [name, meaning(one)]).sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0)
