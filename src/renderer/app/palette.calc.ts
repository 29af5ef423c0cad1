export interface Command {
  key: string
  label: string
  /** Also found by this: the path, which is the same in both languages. */
  also: string
}

/** How well a command fits: a name that begins so comes before one that contains it, and that before its path. */
const rank = ({ label, also }: Command, wanted: string): number => {
  const name = label.toLowerCase()
  if (name.startsWith(wanted)) return 0
  if (name.includes(wanted)) return 1
  return also.toLowerCase().includes(wanted) ? 2 : 3
}

/** The commands that fit what was typed, the best first; all of them while nothing is typed. */
export function matching<C extends Command>(commands: readonly C[], typed: string): C[] {
  const wanted = typed.trim().toLowerCase()
  return commands
    .map((command) => ({ command, at: rank(command, wanted) }))
    .filter(({ at }) => at < 3)
    .toSorted((one, other) => one.at - other.at)
    .map(({ command }) => command)
}
