import type { Values } from './crud-types.ts'

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * The fields of a body that differ from the one before. What was changed elsewhere while a form was open is so left alone. Fields of
 * one group are sent together if one of them differs.
 */
export function changesOf(body: Values, before: Values, groups: readonly (readonly string[])[] = []): Values {
  const isChanged = (name: string): boolean => !isSame(body[name], before[name])
  const isSent = (name: string): boolean =>
    isChanged(name) || groups.some((group) => group.includes(name) && group.some(isChanged))
  return Object.fromEntries(Object.entries(body).filter(([name]) => isSent(name)))
}
