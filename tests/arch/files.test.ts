import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isTest, root, sourceFiles } from './source-files.ts'

const code = sourceFiles('src/**/*.{ts,tsx}')

/** `<resource>.<role>.ts`, and a slice's entry point `index.ts`. */
const IN_SLICE = /^(index|[a-z0-9-]+\.[a-z-]+)(\.test)?\.ts$/
/** Screens and devices have parts that belong to no resource: `hung-orders.tsx`, `use-counter.ts`, `frames.ts`. */
const PART = /^[a-z0-9-]+(\.[a-z-]+)?(\.test)?\.tsx?$/

const everything = () => sourceFiles('{src,tests,bench,scripts}/**/*.{ts,tsx,mjs}')

/** A module's constants with one text, number or pattern that are not written in capitals. */
function lowConstants(text: string): string[] {
  const value =
    /-?\d[\d_.]*(?: [*/+-] \d[\d_.]*)*|'[^'\n]*'|"[^"\n]*"|`[^`$]*`|\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/
  const constant = new RegExp(`^(?:export )?const (\\w+)(?:: \\w+)? =\\s+(?:${value.source})$`, 'gm')
  return [...text.matchAll(constant)].map(([, name = '']) => name).filter((name) => !/^[A-Z][A-Z0-9_]*$/.test(name))
}

describe('the files of src', () => {
  it('follow the path formula, so that a resource is found by its name', () => {
    const wrong = code.filter(({ path }) => {
      const [, layer, name = ''] = /^src\/(\w+)\/features\/[a-z-]+\/(?:.*\/)?([^/]+)$/.exec(path) ?? []
      if (layer === undefined) return path.includes('/features/')
      return !(['main', 'renderer', 'member'].includes(layer) ? PART : IN_SLICE).test(name)
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

  it('have each text once: of two with one key, one is shown in place of the other', () => {
    const keys = sourceFiles('src/shared/i18n/zh/*.ts').flatMap(({ path, text }) =>
      [...text.matchAll(/^ {2}'?([\w.:-]+)'?:/gm)].map(([, key = '']) => ({ key, path })),
    )
    const twice = keys.filter(({ key }, index) => keys.findIndex((one) => one.key === key) < index)
    expect(keys.length).toBeGreaterThan(5000)
    expect(twice).toEqual([])
  })

  it('have the API family’s names and values in one table and in its stand-in clients only', () => {
    // `roleId` is also a real role's name; the types of rules keep it out of them.
    const familyNames = /\b(cheshou|departuserId|quan|isUnline|GUADAN|payed|unline|muiltMode)\b/
    const mayHave = /^(src\/shared\/core\/family-names|tests\/contract\/(family|spec)\/|tests\/arch\/)/
    const read = [...everything(), ...sourceFiles('src/server/db/functions/**/*.sql')]
    const wrong = read.filter(({ path, text }) => !mayHave.test(path) && familyNames.test(text))
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('have one subject: a file of more than 600 lines has several', () => {
    const read = [...code.filter((file) => !isTest(file)), ...sourceFiles('src/**/*.css')]
    const wrong = read.filter((file) => file.text.trimEnd().split('\n').length > 600)
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('name constant texts, numbers and patterns of a module in capitals', () => {
    expect(everything().flatMap(({ path, text }) => lowConstants(text).map((name) => `${path}: ${name}`))).toEqual([])
    const found =
      'const oneDay = 24 * 3_600\nexport const word: string = "a"\nconst shape = /a{2}/u\nconst list = [1]\nconst MS = 2'
    expect(lowConstants(found)).toEqual(['oneDay', 'word', 'shape'])
  })

  it('keep the private members of a class behind #', () => {
    const named = everything().flatMap(({ path, text }) =>
      [...text.matchAll(/^ +(?:private|protected) (?!constructor\b).*$/gm)].map(([line]) => `${path}: ${line.trim()}`),
    )
    expect(named).toEqual([])
  })

  it('wait by `until`, whose timeout suits the slowest machine: the second of vi.waitFor is too short under load', () => {
    const waiting = everything().filter(
      ({ path, text }) => path !== 'tests/support/until.ts' && /vi\.wait\w+\(/.test(text),
    )
    expect(waiting.map(({ path }) => path)).toEqual([])
  })

  it('ask by `useQuestion`, where a fast Enter presses the default button', () => {
    // The sign-in over the screen is a form and not a question.
    const mayConfirm = ['src/renderer/ui/dialog/use-question.tsx', 'src/renderer/app/reporting.ts']
    const asking = code.filter(({ path, text }) => !mayConfirm.includes(path) && /\bmodal\.confirm\(/.test(text))
    expect(asking.map(({ path }) => path)).toEqual([])
  })

  it('spread no object literals, in which the compiler does not check the names', () => {
    const packed = everything().flatMap(({ path, text }) =>
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

  it('has a complete lock file, even where a registry mirror lacks some platforms', () => {
    execFileSync(process.execPath, ['scripts/complete-lock.mjs', '--check'], { cwd: root })
  })
})
