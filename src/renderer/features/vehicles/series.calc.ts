import { SERIES_MAX } from '#shared/features/vehicles/vehicles.contract.ts'

/** The names that a series gives; null while its numbers are none. */
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

/** Their beginning and end. */
export const inShort = (names: readonly string[], comma: string): string =>
  names.length <= SHOWN + 1 ? names.join(comma) : `${names.slice(0, SHOWN - 1).join(comma)} … ${names.at(-1)}`

/** How the names that are there go on: the words of the last one around the number after the highest; null where it has no number. */
export function nextAfter(names: readonly string[]): { prefix: string; suffix: string; from: number } | null {
  const parts = names.map((name) => /^(.*?)(\d{1,4})(\D*)$/.exec(name))
  const [, prefix = '', number, suffix = ''] = parts.at(-1) ?? []
  if (number === undefined) return null
  const like = parts.filter((one) => one?.[1] === prefix && one[3] === suffix)
  return { prefix, suffix, from: Math.max(...like.map((one) => Number(one?.[2]))) + 1 }
}
