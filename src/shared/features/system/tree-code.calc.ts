/** Codes per level: two digits after a letter, so 26 × 99 siblings. */
const LAST = 'Z99'

/**
 * Returns the code of a new node: `A01`, `A02`, … `A99`, `B01` for roots, and the same after the parent's code
 * for children. `last` is the highest sibling's code. Null: no code is left.
 */
export function nextTreeCode(parent: string, last: string | undefined): string | null {
  if (last === undefined) return `${parent}A01`
  const own = last.slice(parent.length)
  if (own >= LAST) return null
  const number = Number(own.slice(1))
  if (number < 99) return `${parent}${own[0]}${String(number + 1).padStart(2, '0')}`
  return `${parent}${String.fromCharCode(own.charCodeAt(0) + 1)}01`
}

/** Whether a code is one that a node below this parent can have; the parent of roots is empty. */
export const isTreeCode = (code: string, parent: string): boolean =>
  code.startsWith(parent) && /^[A-Z]\d\d$/.test(code.slice(parent.length)) && !code.endsWith('00')
