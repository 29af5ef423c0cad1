import { describe, expect, it } from 'vitest'
import { anchorsOf, brokenLinks, docsNamedIn, linksOf, missingDocs } from './docs-links.ts'
import { sourceFiles } from './source-files.ts'

describe('the documentation', () => {
  it('has a target for each relative link', () => {
    const pages = sourceFiles('*.md', 'docs/**/*.md', '{src,tests,bench,native}/**/*.md')
    expect(pages.flatMap(({ text }) => linksOf(text)).length).toBeGreaterThan(100)
    expect(pages.flatMap(brokenLinks)).toEqual([])
  })

  it('has each page that a source file names', () => {
    // Tests in this folder name pages that do not exist.
    const sources = sourceFiles('{src,tests,scripts,bench,native}/**/*.{ts,tsx,mjs,sql,c,css}', '*.{ts,mjs,js}').filter(
      ({ path }) => !path.startsWith('tests/arch/docs-links'),
    )
    expect(sources.flatMap(({ text }) => docsNamedIn(text)).length).toBeGreaterThan(0)
    expect(sources.flatMap(missingDocs)).toEqual([])
  })
})

describe('the link check', () => {
  it('finds a link without a target', () => {
    const page = (text: string) => ({ path: 'docs/made-up.md', text })
    expect(
      brokenLinks(page('[a](money.md) [b](money.md#rules) [c](../README.md) [d](https://example.org/x.md)')),
    ).toEqual([])
    expect(brokenLinks(page('[a](nothing.md)'))).toHaveLength(1)
    expect(brokenLinks(page('[a](money.md#nothing)'))).toHaveLength(1)
    expect(brokenLinks(page('`[a](nothing.md)`'))).toEqual([])
  })

  it('makes anchors from headings', () => {
    const page = "# One\n\n## Don't stop: `a.ts`\n\n## One\n\n```sh\n# no heading\n```\n"
    expect([...anchorsOf(page)]).toEqual(['one', 'dont-stop-ats', 'one-1'])
  })

  it('finds a reference to a missing page in a comment', () => {
    const source = (text: string) => ({ path: 'src/made-up.ts', text })
    expect(missingDocs(source('// See docs/money.md, and `docs/floor.md#runs`.'))).toEqual([])
    expect(missingDocs(source('// See docs/nothing.md.'))).toHaveLength(1)
    expect(missingDocs(source('// See docs/floor.md#nothing'))).toHaveLength(1)
    expect(docsNamedIn('/api/docs/json')).toEqual([])
  })
})
