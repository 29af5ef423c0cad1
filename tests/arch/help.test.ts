import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LOCK_HELP, PUBLIC_HELP, TERMINAL_HELP, TOPICS } from '#renderer/app/help-panel/help-topics.ts'
import { figures } from '#shared/help/figures.ts'
import { type HelpFile, helpFileOf, helpNameOf } from '#shared/help/help-files.ts'
import { helpLinkOf, hrefsIn, keysIn, searchWordsIn } from '#shared/help/help-text.calc.ts'
import { isTextKey } from '#shared/i18n/catalogue.ts'
import { definitions } from '#shared/i18n/zh/definitions.ts'
import { loadWindow } from '#tests/support/window.ts'
import { root, sourceFiles } from './source-files.ts'

const { pages } = await loadWindow('registry')

/** Every page of a menu, of all users, of the terminal and before the sign-in, and the topics. */
const wanted = [
  ...Object.keys(pages).map(helpNameOf),
  ...Object.values(PUBLIC_HELP),
  ...Object.values(TERMINAL_HELP),
  ...Object.keys(TOPICS),
  LOCK_HELP,
]

interface Help extends HelpFile {
  path: string
  text: string
}

const files: Help[] = sourceFiles('src/renderer/{features/*,app}/help/*').flatMap(({ path, text }) => {
  const file = helpFileOf(path)
  return file ? [{ ...file, path, text }] : []
})
const has = (name: string): boolean =>
  ['zh', 'en'].every((locale) => files.some((file) => file.name === name && file.locale === locale))

/** The headings of a text, by their depth. */
const shapeOf = (text: string): string[] => [...text.matchAll(/^(#+) /gm)].map(([, depth = '']) => depth)

/** The folder of the guide. */
const GUIDE = join(root, 'docs', 'guide')

/** What is wrong with the addresses of a text. */
const deadLinks = ({ path, text, locale }: Pick<Help, 'path' | 'text' | 'locale'>): string[] =>
  hrefsIn(text)
    .filter((href) => {
      const link = helpLinkOf(href)
      if (link === null) return !/^https:\/\/[\w.-]+/.test(href)
      if (link.kind === 'help') return !wanted.includes(link.target)
      const chapter = join(GUIDE, locale, link.target.replace(/#.*$/, ''))
      return existsSync(GUIDE) && ![`${chapter}.md`, join(chapter, 'index.md')].some(existsSync)
    })
    .map((href) => `${path}: ${href}`)

describe('help', () => {
  it('has search words in both languages or in none', () => {
    const worded = files.filter(({ text }) => searchWordsIn(text) !== '').map(({ name }) => name)
    expect(worded.filter((name, _, all) => all.filter((one) => one === name).length !== 2)).toEqual([])
    expect(worded.length).toBeGreaterThan(100)
  })

  it('has a name of its own for each page', () => {
    expect(
      ['membermanage/SysMemberMessageList', 'modules/oss/OSSFileList', 'account/center/Index'].map(helpNameOf),
    ).toEqual(['sys-member-message-list', 'oss-file-list', 'account-center'])
    expect(wanted.filter((name, index) => wanted.indexOf(name) !== index)).toEqual([])
  })

  it('is there for every page in both languages', () => {
    expect(wanted.length).toBeGreaterThan(100)
    expect(wanted.filter((name) => !has(name))).toEqual([])
  })

  it('belongs to a page, in a file beside its slice', () => {
    const named = sourceFiles('src/renderer/**/help/*').filter(({ path }) => !path.endsWith('.tsx'))
    expect(named.filter(({ path }) => !helpFileOf(path)).map(({ path }) => path)).toEqual([])
    expect(files.filter(({ name }) => !wanted.includes(name)).map(({ path }) => path)).toEqual([])
    const keys = files.map(({ name, locale }) => `${name}.${locale}`)
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })

  it('names only texts that exist', () => {
    const unknown = files.flatMap(({ path, text }) =>
      keysIn(text)
        .filter((key) => !isTextKey(key))
        .map((key) => `${path}: {{${key}}}`),
    )
    expect(unknown).toEqual([])
    expect(files.filter(({ text }) => /\{\{(?!\s*[\w.:-]+\s*\}\})/.test(text)).map(({ path }) => path)).toEqual([])
  })

  it('has no dead links', () => {
    expect(files.flatMap(deadLinks)).toEqual([])
    const found = '[a](help:nowhere) [b](help:start-session) [c](https://example.org) [d](/x)'
    expect(deadLinks({ path: 'x', text: found, locale: 'zh' })).toEqual(['x: help:nowhere', 'x: /x'])
  })

  it('begins with its title and says the same in both languages', () => {
    expect(files.filter(({ text }) => !/^# \S.*\n\n\S/.test(text)).map(({ path }) => path)).toEqual([])
    const differing = files.filter(({ name, locale, text }) => {
      const other = files.find((file) => file.name === name && file.locale !== locale)
      return other && shapeOf(other.text).join() !== shapeOf(text).join()
    })
    expect(differing.map(({ path }) => path)).toEqual([])
  })

  it('is plain Markdown, without HTML', () => {
    expect(files.filter(({ text }) => /<\/?[a-z][^>]*>/i.test(text)).map(({ path }) => path)).toEqual([])
  })

  it('defines each figure of the register once', () => {
    const defined = Object.values(figures).map(({ definition }) => definition)
    expect([...defined].sort()).toEqual(Object.keys(definitions).sort())
  })
})
