import { dirname, join, normalize, relative } from 'node:path'

const CODE = /^(?:```|~~~)[\s\S]*?^(?:```|~~~)[^\n]*$|`[^`\n]+`/gm

/** Changes a Markdown text outside of its code. */
export function outsideCode(markdown: string, change: (prose: string) => string): string {
  let result = ''
  let end = 0
  for (const { 0: code, index } of markdown.matchAll(CODE)) {
    result += change(markdown.slice(end, index)) + code
    end = index + code.length
  }
  return result + change(markdown.slice(end))
}

/** The title of a page: its first heading, without marks. */
export const titleOf = (markdown: string): string =>
  (/^# +(.+?) *$/m.exec(markdown)?.[1] ?? '').replace(/`/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')

/** The anchor of a heading, as GitHub makes it, so that a link works in the repository and on the site. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-')

/** Characters of a text that Markdown or the site's templates would take for marks. */
export const escaped = (text: string): string =>
  text
    .replace(/[&<>]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[mark] ?? mark)
    .replace(/[*_[\]|`\\]/g, '\\$&')

/** Joins the lines of Chinese paragraphs, between which a browser would show a space. */
export const withoutBreaks = (markdown: string): string =>
  outsideCode(markdown, (prose) =>
    prose.replace(/^((?!#).*[\p{Script=Han}，。；：、！？）”])\n(?=[\p{Script=Han}（“《])/gmu, '$1'),
  )

/** Marks of HTML in a text that is Markdown only; the site would take them for elements. */
export const withoutElements = (markdown: string): string =>
  outsideCode(markdown, (prose) => prose.replace(/<(?=[a-z/!])/gi, '&lt;'))

export interface LinkTargets {
  /** The page of the site for a file of the repository, or nothing if the site has none. */
  pageOf: (file: string) => string | undefined
  /** The page of the site for `help:<name>` and `guide:<path>`. */
  namedPage: (kind: 'help' | 'guide', name: string) => string | undefined
}

/**
 * Leads the links and pictures of a page to pages of the site. `source` is its file in the repository, `page` its file on the site. A link
 * to what the site does not have becomes its text; tests find those that should lead somewhere.
 */
export function withLinks(markdown: string, source: string, page: string, { pageOf, namedPage }: LinkTargets): string {
  const hereTo = (target: string) => {
    const path = relative(dirname(page), target)
    return path.startsWith('.') ? path : `./${path}`
  }
  const lead = (whole: string, text: string, target: string): string => {
    const [, kind, name = ''] = /^(help|guide):(.+)$/.exec(target) ?? []
    const [file = '', anchor] = (kind ? name : target).split('#', 2)
    const hash = anchor === undefined ? '' : `#${anchor}`
    if (kind === 'help' || kind === 'guide') {
      const found = namedPage(kind, file)
      return found === undefined ? text : `[${text}](${hereTo(found)}${hash})`
    }
    if (/^[a-z][a-z+.-]*:/i.test(target) || target.startsWith('#') || target.startsWith('/')) return whole
    const found = pageOf(normalize(join(dirname(source), file)).replaceAll('\\', '/'))
    return found === undefined ? text : `[${text}](${hereTo(found)}${hash})`
  }
  return outsideCodeButLinks(markdown, lead)
}

/** Changes links, also those whose text has code in it. */
const outsideCodeButLinks = (
  markdown: string,
  lead: (whole: string, text: string, target: string) => string,
): string => {
  // Code stands for itself while links are changed, because a link's text may contain it.
  const stored: string[] = []
  const held = markdown.replace(CODE, (code) => `\u0000${stored.push(code) - 1}\u0000`)
  const led = held.replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (whole, bang: string, text: string, target: string) => {
    const changed = lead(whole.slice(bang.length), text, target)
    return bang && changed === text ? '' : bang + changed
  })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the mark above, which no text contains.
  return led.replace(/\u0000(\d+)\u0000/g, (_, index: string) => stored[Number(index)] ?? '')
}
