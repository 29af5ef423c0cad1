/** Masks a name except for its first character: enough to confirm an identity, too little to learn a name. */
export function maskName(name: string): string {
  const [first = '', ...rest] = [...name]
  return first + '*'.repeat(Math.min(rest.length, 3))
}
