import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isTest, root, sourceFiles } from './source-files.ts'

const code = sourceFiles('src/**/*.{ts,tsx}')

/** `<resource>.<role>.ts`, and a slice's door `index.ts`. */
const inSlice = /^(index|[a-z0-9-]+\.[a-z-]+)(\.test)?\.ts$/
/** Screens and devices have parts that are no resource's: `hung-orders.tsx`, `use-counter.ts`, `frames.ts`. */
const part = /^[a-z0-9-]+(\.[a-z-]+)?(\.test)?\.tsx?$/

describe('the files of src', () => {
  it('follow the path formula, so that a resource is found by its name', () => {
    const wrong = code.filter(({ path }) => {
      const [, layer, name = ''] = /^src\/(\w+)\/features\/[a-z-]+\/(?:.*\/)?([^/]+)$/.exec(path) ?? []
      if (layer === undefined) return path.includes('/features/')
      return !(layer === 'main' || layer === 'renderer' ? part : inSlice).test(name)
    })
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('take every text from the catalogue', () => {
    const mayBeChinese = /^src\/(shared\/i18n|server\/db\/seed)\//
    const wrong = code.filter(
      (file) => !isTest(file) && !mayBeChinese.test(file.path) && /\p{Script=Han}/u.test(file.text),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('stay short enough to read in one go', () => {
    const read = [...code.filter((file) => !isTest(file)), ...sourceFiles('src/**/*.css')]
    const wrong = read.filter((file) => file.text.trimEnd().split('\n').length > 300)
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('spread no literals: the compiler does not check the names in one that is spread', () => {
    const everything = sourceFiles('{src,tests,bench,scripts}/**/*.{ts,tsx,mjs}')
    const packed = everything.flatMap(({ path, text }) =>
      [...text.matchAll(/\.\.\.\{/g)].map(({ index }) => `${path}:${text.slice(0, index).split('\n').length}`),
    )
    expect(packed).toEqual([])
  })
})

describe('the project', () => {
  it('has every command that its pages name', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const pages = sourceFiles('README.md', 'docs/**/*.md')
    const named = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(([, run, own]) => ({ path, name: run ?? own })),
    )
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter(({ name }) => name !== undefined && !(name in scripts))).toEqual([])
  })

  it('has a complete lock file, also where a registry mirror lacks some platforms', () => {
    execFileSync(process.execPath, ['scripts/complete-lock.mjs', '--check'], { cwd: root })
  })
})
