export interface Command {
  key: string
  label: string
  /** A second search text: the path, which is the same in both languages. */
  also: string
}

const LETTERS = 'abcdefghjklmnopqrstwxyz'
/** The first character of each letter in the order of pinyin. */
const FIRST = [
  ...'\u963f\u516b\u5693\u54d2\u59b8\u53d1\u65ee\u54c8\u8ba5\u5494\u5783\u5988\u62cf\u5662\u5991\u4e03\u5465\u4ee8\u4ed6\u7a75\u5915\u4e2b\u5e00',
]
const byPinyin = new Intl.Collator('zh-CN-u-co-pinyin')

/** The pinyin initials of a Chinese name, for typing without an input method: `yhgl` for users. */
export const initialsOf = (name: string): string =>
  [...name.toLowerCase()]
    .map((sign) => {
      if (!/\p{Script=Han}/u.test(sign)) return /[\p{L}\d]/u.test(sign) ? sign : ''
      return LETTERS[FIRST.findLastIndex((first) => byPinyin.compare(first, sign) <= 0)] ?? ''
    })
    .join('')

/** The rank of a match: a prefix of the name, then a part of the name, then the path. */
const rank = ({ label, also }: Command, wanted: string): number => {
  const name = label.toLowerCase()
  if (name.startsWith(wanted)) return 0
  if (name.includes(wanted)) return 1
  if (initialsOf(name).includes(wanted)) return 2
  return also.toLowerCase().includes(wanted) ? 3 : 4
}

const MOST_RECENT = 5

/** The recent keys with another one added, newest first. */
export const recentAfter = (recent: readonly string[], key: string): string[] =>
  [key, ...recent.filter((one) => one !== key)].slice(0, MOST_RECENT)

/** The commands with the recent ones first. */
export function recentFirst<C extends Command>(commands: readonly C[], recent: readonly string[]): C[] {
  const known = recent.flatMap((key) => commands.find((command) => command.key === key) ?? [])
  return [...known, ...commands.filter((command) => !known.includes(command))]
}

/** The commands that match the input, the best first; all for an empty input. */
export function matching<C extends Command>(commands: readonly C[], typed: string): C[] {
  const wanted = typed.trim().toLowerCase()
  return commands
    .map((command) => ({ command, at: rank(command, wanted) }))
    .filter(({ at }) => at < 4)
    .toSorted((one, other) => one.at - other.at)
    .map(({ command }) => command)
}
