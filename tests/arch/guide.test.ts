import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chapterGroups, referencePages } from '#scripts/guide/chapters.ts'
import { faultsIn, letterOf, remediesOf } from '#scripts/guide/faults.ts'
import { glossaryTerms } from '#scripts/guide/glossary.ts'
import { type LinkTargets, outsideCode, withLinks, withoutBreaks } from '#scripts/guide/markdown.ts'
import { type Sidebars, stageGuide } from '#scripts/guide/stage.ts'
import { unknownKeysOf } from '#shared/help/resolve.ts'
import { MAX_BYTES, PICTURES, storedWords } from '#tests/e2e/support/pictures.ts'
import { anchorsOf, linksOf } from './docs-links.ts'
import { root, sourceFiles } from './source-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'pitlane-guide-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const chapters = sourceFiles('docs/guide/**/*.md')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

let sidebars: Sidebars
let pages: Map<string, string>
beforeAll(() => {
  sidebars = stageGuide(folder)
  const paths = globSync('**/*.md', { cwd: folder }).map((path) => path.replaceAll('\\', '/'))
  pages = new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
})

/** The anchors of a page of the site: those of its headings, and the given ones. */
const anchorsOnSite = (text: string): Set<string> =>
  new Set([
    ...anchorsOf(text.replace(/ \{#[^}]*\}/g, '')),
    ...[...text.matchAll(/ \{#([\w-]+)\}/g)].map(([, id = '']) => id),
  ])

describe('the guide', () => {
  it('has the same chapters in both languages', () => {
    const namesIn = (locale: string) =>
      chapters
        .filter(({ path }) => path.startsWith(`docs/guide/${locale}/`) && !path.includes('/developers/'))
        .map(({ path }) => path.slice(`docs/guide/${locale}/`.length))
    // The English terms are those of docs/GLOSSARY.md.
    expect(namesIn('zh').filter((name) => name !== 'glossary.md')).toEqual(namesIn('en'))
    const listed = ['index', ...chapterGroups.flatMap((group) => group.pages), ...referencePages]
    expect(
      namesIn('zh').filter((name) => !name.startsWith('faults/') && !listed.includes(name.replace('.md', ''))),
    ).toEqual([])
  })

  it('leads each link to a page and a heading of the site', () => {
    const broken = [...pages].flatMap(([path, text]) =>
      linksOf(text)
        .filter((target) => {
          const [file = '', anchor = ''] = target.split('#', 2)
          const page = file === '' ? path : join(dirname(path), file)
          if (!page.endsWith('.md')) return !existsSync(join(folder, page))
          const found = pages.get(page)
          return found === undefined || (anchor !== '' && !anchorsOnSite(found).has(decodeURIComponent(anchor)))
        })
        .map((target) => `${path}: ${target}`),
    )
    expect(broken).toEqual([])
  })

  it('shows each picture that it has, in both languages, and none is large', () => {
    const named = chapters.flatMap(({ text }) =>
      [...text.matchAll(/!\[[^\]]+\]\((?:\.\.\/)+pictures\/(\w+\/[\w-]+)\.webp\)/g)].map(([, name = '']) => name),
    )
    const wanted = PICTURES.flatMap(({ name }) => [`en/${name}`, `zh/${name}`]).sort()
    const files = sourceFiles('docs/guide/pictures/*/*.webp')
    expect([...new Set(named)].sort()).toEqual(wanted)
    expect(files.map(({ path }) => path.replace('docs/guide/pictures/', '').replace('.webp', '')).sort()).toEqual(
      wanted,
    )
    expect(files.filter(({ path }) => statSync(join(root, path)).size > MAX_BYTES)).toEqual([])
    // What each screen showed when its picture was taken; `tests/e2e/pictures.test.ts` compares it with what it shows now.
    expect(Object.keys(storedWords()).sort()).toEqual(PICTURES.map(({ name }) => name).sort())
  })

  it('has each chapter that a chapter or a help names, and each help that a chapter names', () => {
    const helps = sourceFiles('src/renderer/**/help/*.md')
    const named = [...chapters, ...helps].flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((guide|help):([^)#\s]+)/g)].map(([, kind, name = '']) => ({ path, kind, name })),
    )
    expect(named.length).toBeGreaterThan(0)
    const isHere = ({ path, kind, name }: (typeof named)[number]) => {
      const prefix = path.startsWith('docs/guide/en/') || path.endsWith('.en.md') ? 'en/' : ''
      const page = kind === 'help' ? `screens/${name}` : name
      return pages.has(`${prefix}${page}.md`) || pages.has(`${prefix}${page}/index.md`)
    }
    const ours = named.filter(({ path, kind }) => kind === 'guide' || path.startsWith('docs/'))
    expect(ours.filter((one) => !isHere(one))).toEqual([])
  })

  it('names texts of the screens by keys that exist', () => {
    expect(chapters.flatMap(({ path, text }) => unknownKeysOf(text).map((key) => `${path}: ${key}`))).toEqual([])
    const left = [...pages].filter(([, text]) => {
      let isLeft = false
      outsideCode(text, (prose) => {
        isLeft ||= /\{\{\s*[\w.:-]+\s*\}\}/.test(prose)
        return prose
      })
      return isLeft
    })
    expect(left.map(([path]) => path)).toEqual([])
  })

  it('names settings of the server and commands of an installed one that exist', () => {
    const settings = read('docs/settings.md')
    const program = read('deploy/debian/pitlane')
    const named = chapters.flatMap(({ path, text }) => [
      ...[...text.matchAll(/\bPITLANE_[A-Z_]+\b/g)]
        .filter(([name]) => !settings.includes(`\`${name}\``))
        .map(([name]) => `${path}: ${name}`),
      ...[...text.matchAll(/`pitlane ([a-z-]+)[^`]*`|^pitlane ([a-z-]+)/gm)]
        .filter(([, inline, own]) => !new RegExp(`^pitlane (.*\\| )?${inline ?? own}\\b`, 'm').test(program))
        .map(([words]) => `${path}: ${words}`),
    ])
    expect(named).toEqual([])
    expect(chapters.some(({ text }) => text.includes('`pitlane backup`'))).toBe(true)
  })

  it('explains each term of the glossary that a screen uses in Chinese, too', () => {
    const chinese = read('docs/guide/zh/glossary.md')
    const terms = glossaryTerms(read('docs/GLOSSARY.md'))
    expect(terms.length).toBeGreaterThan(100)
    expect(terms.filter(({ term }) => !chinese.includes(` | ${term} | `)).map(({ term }) => term)).toEqual([])
  })

  it('has each error text once, with the same remedies in both languages', () => {
    for (const [locale, prefix] of [
      ['zh', ''],
      ['en', 'en/'],
    ] as const) {
      const faults = faultsIn(locale)
      expect(faults.length).toBeGreaterThan(500)
      const shown = [...pages].filter(([path]) => path.startsWith(`${prefix}faults/`) && !path.endsWith('index.md'))
      const codes = shown.flatMap(([, text]) =>
        [...text.matchAll(/<small>\S+ `([^`]+)`<\/small>/g)].map(([, code]) => code),
      )
      expect(codes.sort()).toEqual(faults.map(({ code }) => code).sort())
    }
    const remediesIn = (locale: string) =>
      [...remediesOf(read(`docs/guide/${locale}/faults/remedies.md`)).keys()].sort()
    expect(remediesIn('zh')).toEqual(remediesIn('en'))
    expect(letterOf('请先开班', 'zh')).toBe('Q')
    expect(letterOf('“{name}” is taken', 'en')).toBe('…')
  })

  it('has the help of every screen in its sidebar', () => {
    for (const [locale, prefix] of [
      ['zh', '/'],
      ['en', '/en/'],
    ] as const) {
      const links = sidebars[`${prefix}screens/`]?.flatMap(({ items }) => items.map(({ link }) => link)) ?? []
      const names = globSync(`src/renderer/**/help/*.${locale}.md`, { cwd: root })
      expect(names.length).toBeGreaterThan(0)
      expect(links.length - 1).toBe(names.length)
      expect(new Set(links).size).toBe(links.length)
    }
  })
})

it('Chinese paragraphs have no spaces at the ends of their lines', () => {
  expect(withoutBreaks('# 标题\n第一行，\n第二行\nEnglish\n\n- 一\n- 二\n')).toBe(
    '# 标题\n第一行，第二行\nEnglish\n\n- 一\n- 二\n',
  )
})

describe('links of the guide', () => {
  const targets: LinkTargets = {
    pageOf: (file) => ({ 'docs/guide/zh/money.md': 'money.md', 'docs/settings.md': 'en/developers/settings.md' })[file],
    namedPage: (kind, name) => (kind === 'help' && name === 'counter' ? 'screens/counter.md' : undefined),
  }
  const led = (text: string) => withLinks(text, 'docs/guide/zh/offline.md', 'offline.md', targets)

  it('lead from files of the repository to pages of the site', () => {
    expect(led('[a](money.md#b) [c](../../settings.md) [d](help:counter)')).toBe(
      '[a](./money.md#b) [c](./en/developers/settings.md) [d](./screens/counter.md)',
    )
    expect(led('[`a`](money.md) `[b](money.md)` [c](https://example.org/x.md)')).toBe(
      '[`a`](./money.md) `[b](money.md)` [c](https://example.org/x.md)',
    )
  })

  it('become text where the site has no such page', () => {
    expect(led('see [the unit](../../../deploy/systemd/pitlane.service)')).toBe('see the unit')
    expect(led('see [that](help:nothing)')).toBe('see that')
  })
})
