/** A piece of help text: words as they are, or the key of a text of the catalogue. */
export type TextPart = { words: string } | { key: string }

const KEY = /\{\{\s*([\w.:-]+)\s*\}\}/g

/** Splits a text at its `{{key}}`s. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const found of text.matchAll(KEY)) {
    if (found.index > end) parts.push({ words: text.slice(end, found.index) })
    parts.push({ key: found[1] ?? '' })
    end = found.index + found[0].length
  }
  if (end < text.length) parts.push({ words: text.slice(end) })
  return parts
}

/** The keys that a text names. */
export const keysIn = (text: string): string[] => partsOf(text).flatMap((part) => ('key' in part ? [part.key] : []))

/** A text of a screen as help shows it: what the screen would fill in is an ellipsis. */
export const withoutValues = (text: string): string => text.replace(/\{\w+\}/g, '…')

/**
 * The definition of a figure (`shared/help/figures.ts`) and the hint beside a field are sentences; every other key is the name or the
 * message of something on a screen.
 */
export const isExplanation = (key: string): boolean => /^define\.|Hint$|\.(?:hint|about|what)$/.test(key)

export interface HelpLink {
  kind: 'help' | 'guide'
  target: string
}

/** A link to the help of another page (`help:name`) or to a chapter of the guide (`guide:path`); null for any other address. */
export function helpLinkOf(href: string): HelpLink | null {
  const [, kind, target] = /^(help|guide):([\w./#-]+)$/.exec(href) ?? []
  return kind && target ? { kind: kind === 'help' ? 'help' : 'guide', target } : null
}

/** The addresses of a Markdown text's links. */
export const hrefsIn = (markdown: string): string[] =>
  [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => href)

const COMMENT = /<!--([\s\S]*?)-->\r?\n?/g

/** A help text as it is shown. */
export const withoutComments = (markdown: string): string => markdown.replace(COMMENT, '')

/** What people type who look for a page and do not know its name: its comment `<!-- words: … -->`. */
export const searchWordsIn = (markdown: string): string =>
  [...markdown.matchAll(COMMENT)].map(([, comment = '']) => /^\s*words:\s*(.*?)\s*$/.exec(comment)?.[1] ?? '').join(' ')
