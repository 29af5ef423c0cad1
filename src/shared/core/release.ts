const numbersOf = (release: string): number[] => release.split('.').map(Number)

/** Compares two releases (`major.minor.patch`): negative if the first is the older one. */
export function compareReleases(one: string, other: string): number {
  const others = numbersOf(other)
  return numbersOf(one).reduce((found, number, index) => found || number - (others[index] ?? 0), 0)
}
