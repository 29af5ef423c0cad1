const HIDDEN = '***'

/** The name of a racer on public screens; masked where the name is a phone or another number. */
export const publicName = (name: string): string =>
  /\d(?:[\s-]?\d){6,}/.test(name) ? name.replace(/\d(?:[\s-]?\d){6,}/g, HIDDEN) : name

/** The same for screens that show ticket numbers: only the first character of the name. */
export const nameHint = (name: string): string => `${[...publicName(name)][0] ?? ''}${HIDDEN}`
