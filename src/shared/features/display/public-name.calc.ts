const HIDDEN = '***'

/** What a screen that everybody sees calls a racer: the name that was given, unless a phone or another number was given for it. */
export const publicName = (name: string): string =>
  /\d(?:[\s-]?\d){6,}/.test(name) ? name.replace(/\d(?:[\s-]?\d){6,}/g, HIDDEN) : name

/** The same where people are called by their tickets: whose it was can only be guessed by who knows it. */
export const nameHint = (name: string): string => `${[...publicName(name)][0] ?? ''}${HIDDEN}`
