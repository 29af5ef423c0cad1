/** Whether two values are the same as JSON, in whatever order their properties are. */
export const isSameValue = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

const canonical = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )

/**
 * The fields of a body that differ from the one before. What was changed elsewhere while a form was open is so left alone. Fields of
 * one group are sent together if one of them differs.
 */
export function changesOf<B extends object>(
  body: B,
  before: { readonly [name in keyof B]?: unknown },
  groups: readonly (readonly string[])[] = [],
): Partial<B> {
  const values = new Map<string, unknown>(Object.entries(body))
  const old = new Map<string, unknown>(Object.entries(before))
  const isChanged = (name: string): boolean => !isSameValue(values.get(name), old.get(name))
  const isSent = (name: string): boolean =>
    isChanged(name) || groups.some((group) => group.includes(name) && group.some(isChanged))
  // Some of the entries of the body.
  return Object.fromEntries([...values].filter(([name]) => isSent(name))) as Partial<B>
}
