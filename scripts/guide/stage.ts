import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { withTexts } from '#shared/help/resolve.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { chapterGroups, referencePages } from './chapters.ts'
import { developerGroups } from './developers.ts'
import { faultPages, remediesOf } from './faults.ts'
import { englishGlossary } from './glossary.ts'
import { escaped, titleOf, withLinks, withoutBreaks, withoutElements } from './markdown.ts'
import { helpFiles, screensIn } from './screens.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

export interface SidebarGroup {
  text: string
  collapsed?: boolean
  items: { text: string; link: string }[]
}

/** The sidebars of the site, by the address below which each is shown. */
export type Sidebars = Record<string, SidebarGroup[]>

const locales: readonly Locale[] = ['zh', 'en']
const prefixOf = (locale: Locale): string => (locale === 'zh' ? '' : 'en/')

const chapterFile = (locale: Locale, name: string): string => `docs/guide/${locale}/${name}.md`

const WORDS = {
  zh: { reference: '查阅', screens: '屏幕说明', print: '全部章节（打印）', home: '用户指南' },
  en: { reference: 'Reference', screens: 'Screens', print: 'All chapters (for printing)', home: 'User guide' },
} satisfies Record<Locale, unknown>

/** A page of the site before its links are led. */
interface Page {
  /** Its file in the repository, which relative links start from. */
  source: string
  text: string
  locale: Locale
  /** It may contain HTML. */
  hasElements: boolean
}

/**
 * Writes the Markdown of the whole site into a folder: the chapters with the screens' texts, the help of all screens, faults, glossary and
 * the developers' documents. Returns the sidebars. Throws if a page of the sidebar is missing.
 */
export function stageGuide(folder: string): Sidebars {
  rmSync(folder, { recursive: true, force: true })
  const pages = new Map<string, Page>()
  /** Pages of the site by their files in the repository. */
  const byFile = new Map<string, string>()
  const add = (page: string, source: string, locale: Locale, text: string, hasElements = true) => {
    pages.set(page, { source, text, locale, hasElements })
    byFile.set(source, page)
  }

  for (const locale of locales) {
    const prefix = prefixOf(locale)
    for (const file of globSync(`docs/guide/${locale}/**/*.md`, { cwd: root }).map((path) =>
      path.replaceAll('\\', '/'),
    )) {
      const path = file.slice(`docs/guide/${locale}/`.length)
      if (!path.startsWith('faults/')) add(`${prefix}${path}`, file, locale, read(file))
    }
    for (const { name, path, locale: own } of helpFiles())
      if (own === locale) add(`${prefix}screens/${name}.md`, path, locale, read(path), false)
    add(`${prefix}screens/index.md`, chapterFile(locale, 'screens/index'), locale, screensIn(locale).index)
    const advice = (name: string) => chapterFile(locale, `faults/${name}`)
    const general = new Map(
      [...read(advice('general')).matchAll(/^## +([\w-]+)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm)].map(
        ([, name = '', text = '']) => [name, text.trim()],
      ),
    )
    for (const [name, text] of faultPages(locale, remediesOf(read(advice('remedies'))), general))
      add(`${prefix}faults/${name}.md`, advice(name), locale, text)
  }
  add('en/glossary.md', chapterFile('en', 'glossary'), 'en', englishGlossary(read('docs/GLOSSARY.md')))
  for (const { path, page } of developerGroups().flatMap((group) => group.pages))
    if (!byFile.has(path)) add(page, path, 'en', read(path), false)

  const targetsOf = (locale: Locale) => ({
    pageOf: (file: string) =>
      byFile.get(file) ??
      (/^docs\/.*\.(png|webp|svg|gif)$/.test(file) && existsSync(join(root, file)) ? file : undefined),
    namedPage: (kind: 'help' | 'guide', name: string) => {
      const page = `${prefixOf(locale)}${kind === 'help' ? `screens/${name}` : name}.md`
      return [page, page.replace(/\.md$/, '/index.md')].find((one) => pages.has(one))
    },
  })
  const finished = (page: string, { source, text, locale, hasElements }: Page): string => {
    const shown = withTexts(
      withLinks(text, source, page, targetsOf(locale)),
      locale,
      (words) => `\u0001${escaped(words)}\u0002`,
    )
    const joined = locale === 'zh' ? withoutBreaks(shown) : shown
    const safe = hasElements ? joined : withoutElements(joined)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: marks that no text contains, until elements of others are gone.
    return safe.replace(/\u0001/g, '<strong>').replace(/\u0002/g, '</strong>')
  }
  const write = (page: string, text: string) => {
    mkdirSync(dirname(join(folder, page)), { recursive: true })
    writeFileSync(join(folder, page), text)
  }
  for (const [page, content] of pages) write(page, finished(page, content))
  for (const locale of locales) {
    const print = `${prefixOf(locale)}print.md`
    write(
      print,
      printPage(locale, pages, (page, at) => finished(at, page)),
    )
  }
  cpSync(join(root, 'docs', 'guide', 'public'), join(folder, 'public'), { recursive: true })
  for (const picture of globSync('docs/**/*.{png,webp,svg,gif}', { cwd: root, exclude: ['docs/guide/public/**'] }))
    cpSync(join(root, picture), join(folder, picture), { recursive: true })
  return sidebarsOf(pages)
}

/** All chapters of a language on one page, each a level deeper. */
function printPage(locale: Locale, pages: Map<string, Page>, finished: (page: Page, at: string) => string): string {
  const chapters = chapterGroups
    .flatMap((group) => group.pages)
    .map((name) => {
      const page = pages.get(`${prefixOf(locale)}${name}.md`)
      if (!page) throw new Error(`the chapter ${name} is missing in ${locale}`)
      const text = finished(page, `${prefixOf(locale)}print.md`).replace(/^---\n[\s\S]*?\n---\n/, '')
      return text.replace(
        /^(#{1,5}) (.+?)( \{#[^}]*\})?$/gm,
        (_, marks: string, heading: string) => `#${marks} ${heading}`,
      )
    })
  return `---\nsearch: false\noutline: 2\nprev: false\nnext: false\n---\n\n# ${WORDS[locale].print}\n\n${chapters.join('\n\n')}`
}

function sidebarsOf(pages: Map<string, Page>): Sidebars {
  const sidebars: Sidebars = {}
  const item = (page: string) => {
    const text = pages.get(page)?.text
    if (text === undefined) throw new Error(`the page ${page} is missing`)
    return { text: titleOf(text), link: `/${page.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}` }
  }
  for (const locale of locales) {
    const prefix = prefixOf(locale)
    const words = WORDS[locale]
    const named = (names: readonly string[]) => names.map((name) => item(`${prefix}${name}.md`))
    sidebars[`/${prefix}`] = [
      ...chapterGroups.map(({ title, pages: names }) => ({ text: title[locale], items: named(names) })),
      {
        text: words.reference,
        items: [
          ...named(['faults/index', ...referencePages, 'screens/index']),
          { text: words.print, link: `/${prefix}print` },
        ],
      },
    ]
    sidebars[`/${prefix}screens/`] = [
      { text: words.home, items: [{ text: words.screens, link: `/${prefix}screens/` }] },
      ...screensIn(locale).groups.map(({ title, names }) => ({
        text: title,
        items: named(names.map((name) => `screens/${name}`)),
      })),
    ]
  }
  sidebars['/en/developers/'] = developerGroups().map(({ title, collapsed, pages: own }) => ({
    text: title,
    ...(collapsed ? { collapsed } : {}),
    items: own.map(({ page }) => item(page)),
  }))
  return sidebars
}
