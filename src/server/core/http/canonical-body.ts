/**
 * The text whose hash identifies the body of an idempotent call, independent of the order of its fields. Empty values are left
 * out, so that an optional field added by a later version does not change stored hashes.
 */
export const canonicalBody = (body: unknown, except: readonly string[]): string =>
  JSON.stringify(canonical(Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => !except.includes(name)))))

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const present = Object.entries(value).filter(([, one]) => !isEmpty(one))
  return present.map(([name, one]) => [name, canonical(one)]).sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0)
