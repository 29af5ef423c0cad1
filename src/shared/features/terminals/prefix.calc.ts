const MAX_LENGTH = 6

/** Returns the prefix to use if the requested one is taken: its letters with the next free number (`T1` → `T2`). */
export function freePrefix(wanted: string, taken: ReadonlySet<string>): string {
  const letters = wanted.replace(/\d+$/, '')
  for (let number = 1; ; number++) {
    const digits = String(number)
    const candidate = `${letters.slice(0, MAX_LENGTH - digits.length)}${digits}`
    if (!taken.has(candidate)) return candidate
  }
}
