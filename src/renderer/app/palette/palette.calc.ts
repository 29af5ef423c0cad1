import type { SearchKind, Match as ServerMatch } from '#shared/features/search/search.schema.ts'

/** What the palette finds: what the server searches, and what this window knows by itself. */
export type ChoiceKind = 'page' | 'action' | 'setting' | 'help' | 'guide' | 'start' | SearchKind

/** How a choice matches: the server's ways, and a word that people type who do not know its name. */
export type Match = ServerMatch | 'word'

/** The best first. */
const MATCHES: readonly Match[] = ['exact', 'word', 'prefix', 'letters', 'part']

export interface Command {
  key: string
  label: string
  /** A second search text: a path, which is the same in both languages, or the words of a hint. */
  also: string
  /** What people type who do not know its name, separated by spaces. */
  words?: string
}

const LETTERS = 'abcdefghjklmnopqrstwxyz'
/** The first character of each letter in the order of pinyin. */
const FIRST = [
  ...'\u963f\u516b\u5693\u54d2\u59b8\u53d1\u65ee\u54c8\u8ba5\u5494\u5783\u5988\u62cf\u5662\u5991\u4e03\u5465\u4ee8\u4ed6\u7a75\u5915\u4e2b\u5e00',
]
const byPinyin = new Intl.Collator('zh-CN-u-co-pinyin')

const initialOf = (sign: string): string => {
  if (!/\p{Script=Han}/u.test(sign)) return /[\p{L}\d]/u.test(sign) ? sign : ''
  return LETTERS[FIRST.findLastIndex((first) => byPinyin.compare(first, sign) <= 0)] ?? ''
}

/** The pinyin initials of a Chinese name, for typing without an input method: `yhgl` for users. */
export const initialsOf = (name: string): string => [...name.toLowerCase()].map(initialOf).join('')

/** The names in a label: `Open / close` has two. */
const namesIn = (label: string): string[] =>
  label
    .toLowerCase()
    .split(/\s*[/\u3001\u00b7]\s*/)
    .filter((name) => name !== '')

/** How the words of somebody new match. A query of several words is met by words and label together. */
export function matchOfWords(words: string, label: string, wanted: string): 'word' | 'letters' | 'part' | null {
  const known = words.toLowerCase()
  if (known.split(/\s+/).includes(wanted)) return 'word'
  const typed = wanted.split(/\s+/)
  const isMet = typed.every((one) => `${label} ${known}`.toLowerCase().includes(one))
  if (typed.length > 1 && isMet) return 'letters'
  return known !== '' && isMet ? 'part' : null
}

/** Whether a label is the plural of the wanted English word. */
const isPluralOf = (label: string, wanted: string): boolean => namesIn(label).includes(`${wanted}s`)

/** How a command matches, or null. */
function matchOf({ label, also, words = '' }: Command, wanted: string): Match | null {
  const name = label.toLowerCase()
  const names = namesIn(label)
  if (name === wanted || names.includes(wanted)) return 'exact'
  const met = isPluralOf(label, wanted) ? 'word' : matchOfWords(words, label, wanted)
  if (met === 'word') return met
  if (names.some((one) => one.startsWith(wanted))) return 'prefix'
  if (met === 'letters' || initialsOf(name).startsWith(wanted)) return 'letters'
  if (name.includes(wanted) || initialsOf(name).includes(wanted) || also.toLowerCase().includes(wanted)) return 'part'
  return met
}

const rankOf = (match: Match): number => MATCHES.indexOf(match)

/** A page that bears a word as its name comes before those that only know it: gifts before the rules that give them. */
const placeOf = ({ match, label }: { match: Match; label: string }, wanted: string): number =>
  rankOf(match) - (match === 'word' && isPluralOf(label, wanted) ? 0.5 : 0)

/** The commands that match the input, the best first, each with how it matches; all for an empty input. */
export function matching<C extends Command>(commands: readonly C[], typed: string): (C & { match: Match })[] {
  const wanted = typed.trim().toLowerCase()
  return commands
    .flatMap((command) => {
      const match = wanted === '' ? 'part' : matchOf(command, wanted)
      return match ? [{ ...command, match }] : []
    })
    .toSorted((one, other) => placeOf(one, wanted) - placeOf(other, wanted))
}

const MAX_RECENT = 6

/** Recent choices with another one added, newest first. */
export const recentAfter = <C extends { key: string }>(recent: readonly C[], choice: C): C[] =>
  [choice, ...recent.filter(({ key }) => key !== choice.key)].slice(0, MAX_RECENT)

/** A first character that narrows the search, with what is then searched. */
export interface Narrowing {
  sign: '>' | '@' | '#' | '?'
  kinds: readonly ChoiceKind[]
}

export const narrowings: readonly Narrowing[] = [
  { sign: '>', kinds: ['action'] },
  { sign: '@', kinds: ['member'] },
  { sign: '#', kinds: ['queue', 'ticket', 'order', 'recharge', 'start'] },
  { sign: '?', kinds: ['help', 'guide'] },
]

/** Signs as Chinese input methods type them. */
const WIDE: Record<string, string> = { '\uff1e': '>', '\u300b': '>', '\uff20': '@', '\uff03': '#', '\uff1f': '?' }

/** The typed text without the sign that narrows the search. */
export function readTyped(typed: string): { word: string; narrowing: Narrowing | null } {
  const text = typed.trim()
  const first = text.charAt(0)
  const narrowing = narrowings.find(({ sign }) => sign === (WIDE[first] ?? first)) ?? null
  return { word: narrowing ? text.slice(1).trim() : text, narrowing }
}

/** A text in parts, with those marked that the word matches: the word itself, or the characters whose initials it is. */
export function markedParts(text: string, word: string): { text: string; isMatch: boolean }[] {
  const wanted = word.toLowerCase()
  const whole = [{ text, isMatch: false }]
  if (wanted === '') return whole
  const lower = text.toLowerCase()
  // Lower case may be longer, such as that of a Turkish capital: then positions differ.
  if (lower.length !== text.length) return whole
  const cut = (from: number, to: number) =>
    [
      { text: text.slice(0, from), isMatch: false },
      { text: text.slice(from, to), isMatch: true },
      { text: text.slice(to), isMatch: false },
    ].filter((part) => part.text !== '')
  const at = lower.indexOf(wanted)
  if (at >= 0) return cut(at, at + wanted.length)
  const signs = [...text]
  const index = initialsOf(text).indexOf(wanted)
  // Only where each character has one initial.
  if (index < 0 || signs.length !== text.length || initialsOf(text).length !== text.length) return whole
  return cut(index, index + wanted.length)
}

interface Ranked {
  kind: ChoiceKind
  match: Match
}

/** Choices of one kind, under a common heading. */
export interface Section<C> {
  kind: ChoiceKind
  choices: readonly C[]
}

/**
 * Sections in their order: whole numbers and cards first, then what this window knows by name, then what the server found, then help that is
 * meant for the word, and last what contains the word only somewhere in a hint.
 */
export function inOrder<C extends Ranked>(sections: readonly Section<C>[]): Section<C>[] {
  const local: readonly ChoiceKind[] = ['page', 'action']
  const late: readonly ChoiceKind[] = ['setting', 'help', 'guide']
  const tier = ({ kind, choices }: Section<C>) => {
    const best = choices[0]?.match ?? 'part'
    if (best === 'exact') return 0
    if (local.includes(kind) && best !== 'part') return 1
    if (late.includes(kind)) return best === 'part' ? 5 : best === 'word' ? 3 : 4
    return local.includes(kind) ? 4 : 2
  }
  // Of those in the same tier, the one whose first line matches best.
  const rank = ({ kind, choices }: Section<C>) => {
    const best = choices[0]?.match ?? 'part'
    // Somebody who does not know a name wants it done, rather than the page where it can be done.
    return rankOf(best) - (best === 'word' && kind === 'action' ? 0.5 : 0)
  }
  return sections
    .filter(({ choices }) => choices.length > 0)
    .map((section, index) => ({ section, index }))
    .toSorted(
      (one, other) =>
        tier(one.section) - tier(other.section) ||
        (tier(one.section) === 1 ? rank(one.section) - rank(other.section) : 0) ||
        one.index - other.index,
    )
    .map(({ section }) => section)
}
