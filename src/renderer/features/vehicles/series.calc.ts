import { SERIES_MAX } from '#shared/features/vehicles/vehicles.contract.ts'

/** The names of a series; null while its numbers are invalid. */
export function namesOf(series: {
  prefix?: string
  suffix?: string
  from?: number | null
  to?: number | null
}): string[] | null {
  const { prefix = '', suffix = '', from, to } = series
  if (typeof from !== 'number' || typeof to !== 'number' || to < from || to - from >= SERIES_MAX) return null
  return Array.from({ length: to - from + 1 }, (_, at) => `${prefix.trim()}${from + at}${suffix.trim()}`)
}

const SHOWN = 3

/** The first and last names of a series. */
export const inShort = (names: readonly string[], comma: string): string =>
  names.length <= SHOWN + 1 ? names.join(comma) : `${names.slice(0, SHOWN - 1).join(comma)} … ${names.at(-1)}`

/**
 * Proposes the continuation of existing names: the words of the last one and the next number; null without a number.
 */
export function nextAfter(names: readonly string[]): { prefix: string; suffix: string; from: number } | null {
  const parts = names.map((name) => /^(.*?)(\d{1,4})(\D*)$/.exec(name))
  const [, prefix = '', number, suffix = ''] = parts.at(-1) ?? []
  if (number === undefined) return null
  const like = parts.filter((one) => one?.[1] === prefix && one[3] === suffix)
  return { prefix, suffix, from: Math.max(...like.map((one) => Number(one?.[2]))) + 1 }
}
