import type { Cashier } from '#shared/features/sessions/consume.contract.ts'

/** The cashiers whose name contains the text, or whose masked phone begins or ends with it. */
export function cashiersLike<T extends Pick<Cashier, 'realname' | 'phone'>>(cashiers: readonly T[], text: string): T[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return [...cashiers]
  return cashiers.filter(
    ({ realname, phone }) =>
      realname.toLowerCase().includes(wanted) || phone.endsWith(wanted) || phone.startsWith(wanted),
  )
}

/** The number of tiles in the first row, from the top offsets of all. */
export const columnsOf = (tops: readonly number[]): number => tops.filter((top) => top === tops[0]).length

/** The index that an arrow key moves to (-1 is the search field above); null for other keys and beyond the end. */
export function nextTile(key: string, at: number, count: number, columns: number): number | null {
  if (count === 0) return null
  if (at < 0) return key === 'ArrowDown' ? 0 : null
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key]
  if (step === undefined) return null
  const next = at + step
  if (next < 0) return key === 'ArrowUp' ? -1 : null
  return next < count ? next : null
}

/** The cashier of a scanned badge, by work number, with or without the counter's badge prefix. */
export function cashierOfBadge<T extends Pick<Cashier, 'workNo'>>(
  cashiers: readonly T[],
  badge: string,
  prefix: string,
): T | null {
  const read = badge.trim().toLowerCase()
  const numbers = [read, ...(prefix !== '' && read.startsWith(prefix.toLowerCase()) ? [read.slice(prefix.length)] : [])]
  return cashiers.find(({ workNo }) => workNo !== '' && numbers.includes(workNo.toLowerCase())) ?? null
}
