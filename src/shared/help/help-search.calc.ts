import { partsOf, searchWordsIn, withoutComments, withoutValues } from './help-text.calc.ts'

export interface HelpSection {
  /** Empty for what stands before the first heading. */
  heading: string
  text: string
}

/** One page of help as plain words, for lists and for the search. */
export interface HelpPage {
  name: string
  title: string
  /** What people type who do not know its name. */
  words: string
  sections: readonly HelpSection[]
}

/** A found page, with the best place of the words in it. */
export interface HelpHit {
  page: HelpPage
  /** The heading of the found section; empty for the title or the first paragraph. */
  heading: string
  /** Some words around what was found. */
  excerpt: string
}

/** Markdown as plain words. */
const plain = (markdown: string, textOf: (key: string) => string): string =>
  partsOf(
    markdown
      .replace(/^\s*\|?[\s:|-]*-{3,}[\s:|-]*$/gm, '')
      .replace(/\[([^\]]*)\]\([^)\s]*\)/g, '$1')
      .replace(/^\s*(?:[-*+]|\d+\.|>)\s+/gm, '')
      .replace(/\*\*|`/g, '')
      .replace(/\|/g, ' '),
  )
    .map((part) => ('key' in part ? withoutValues(textOf(part.key)) : part.words))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

/** Reads a help file: its title, and its sections as plain words. */
export function helpPageOf(name: string, markdown: string, textOf: (key: string) => string): HelpPage {
  const [first = '', ...sections] = withoutComments(markdown).split(/^## /m)
  const [, title = name, intro = ''] = /^# (.*)\r?\n([\s\S]*)$/.exec(first.trimStart()) ?? []
  return {
    name,
    title: plain(title, textOf),
    words: searchWordsIn(markdown),
    sections: [
      { heading: '', text: plain(intro, textOf) },
      ...sections.map((section) => {
        const [heading = '', ...lines] = section.split('\n')
        return { heading: plain(heading, textOf), text: plain(lines.join('\n').replace(/^#+ /gm, ''), textOf) }
      }),
    ],
  }
}

/** The words of a query. An English plural is also found as its singular. */
export const wordsOf = (query: string): string[] =>
  query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => (/^[a-z]{3,}[^s]s$/.test(word) ? word.slice(0, -1) : word))

const has = (text: string, words: readonly string[]): boolean => {
  const lower = text.toLowerCase()
  return words.every((word) => lower.includes(word))
}

const countOf = (text: string, words: readonly string[]): number => {
  const lower = text.toLowerCase()
  return words.reduce((sum, word) => sum + lower.split(word).length - 1, 0)
}

/** Characters of an excerpt before and after the first found word. */
const BEFORE = 24
const AFTER = 90

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase()
  const at = Math.max(0, Math.min(...words.map((word) => lower.indexOf(word)).filter((index) => index >= 0)))
  const start = at <= BEFORE ? 0 : at - BEFORE
  const end = Math.min(text.length, at + AFTER)
  return `${start > 0 ? '…' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''}`
}

const TITLE = 0
const WORDS = 1
const HEADING = 2
const ONE_SECTION = 3
const ANYWHERE = 4

/** Finds every word of a query in pages of help: in titles first, then in their search words, in headings, and in the text. */
export function searchHelp(pages: readonly HelpPage[], query: string): HelpHit[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const found = pages.flatMap((page) => {
    const all = [page.title, page.words, ...page.sections.flatMap(({ heading, text }) => [heading, text])].join('\n')
    if (!has(all, words)) return []
    const [intro] = page.sections
    const headed = page.sections.find(({ heading }) => has(heading, words))
    const [best] = page.sections
      .filter(({ heading, text }) => has(`${heading} ${text}`, words))
      .toSorted((one, other) => countOf(other.text, words) - countOf(one.text, words))
    const isMeant = has(`${page.title} ${page.words}`, words)
    const rank = has(page.title, words) ? TITLE : isMeant ? WORDS : headed ? HEADING : best ? ONE_SECTION : ANYWHERE
    const section = (rank === TITLE ? intro : (headed ?? best)) ?? intro
    const text = section?.text ?? ''
    const hit = { page, heading: section?.heading ?? '', excerpt: excerptOf(text, words) }
    return [{ hit, rank, count: countOf(all, words) }]
  })
  return found.toSorted((one, other) => one.rank - other.rank || other.count - one.count).map(({ hit }) => hit)
}

/** A text cut where the words of a query stand in it, for highlighting. */
export function marked(text: string, query: string): { text: string; isHit: boolean }[] {
  const words = wordsOf(query).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (words.length === 0) return [{ text, isHit: false }]
  return text
    .split(new RegExp(`(${words.join('|')})`, 'gi'))
    .map((piece, index) => ({ text: piece, isHit: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
