/** A name of which only the first character is told: enough to ask "are you the one?", too little to learn a stranger's name. */
export function maskName(name: string): string {
  const [first = '', ...rest] = [...name]
  return first + '*'.repeat(Math.min(rest.length, 3))
}
