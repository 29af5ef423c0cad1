import type { z } from 'zod'
import { api } from '#shared/api.ts'
import type { Route } from '#shared/core/route.ts'
import { isTest, type SourceFile, sourceFiles } from './source-files.ts'

interface Def {
  type: string
  shape?: Record<string, z.ZodType>
  in?: z.ZodType
  innerType?: z.ZodType
  element?: z.ZodType
  options?: z.ZodType[]
}

/** The fields of an input with their schemas, also of what is nested in a list or behind a check. */
function entriesOf(schema: z.ZodType): [string, z.ZodType][] {
  const { shape = {}, in: input, innerType, element, options = [] } = schema._zod.def as unknown as Def
  const inner = [input, innerType, element, ...options].filter((one) => one !== undefined)
  return [...Object.entries(shape), ...[...Object.values(shape), ...inner].flatMap(entriesOf)]
}

/** Whether a field takes any words: neither a figure nor one of some choices. */
function takesWords(schema: z.ZodType): boolean {
  const { type, in: input, innerType, options = [] } = schema._zod.def as unknown as Def
  if (type === 'union') return options.every(takesWords)
  const inner = input ?? innerType
  return inner ? takesWords(inner) : type === 'string' || type === 'null'
}

const isWrite = ({ method }: Route): boolean => [method].flat().some((one) => one !== 'GET')

/** What the calls that write take. */
const taken = (): [string, z.ZodType][] =>
  Object.values(api)
    .flatMap((contract) => Object.values(contract) as Route[])
    .flatMap((route) => (isWrite(route) && route.body ? entriesOf(route.body) : []))

const sources = sourceFiles('src/**/*.{ts,tsx,sql}').filter((file) => !isTest(file))
const screens = sources.filter(({ path }) => path.startsWith('src/renderer/') && !path.includes('/practice/'))

/** Tables as they are, how they came about, what the demo fills in, and what texts call things: none of it reads a field. */
const NOT_READING = /\/(migrations|tables|seed|i18n|practice)\//
/** What declares a field, or shows all that a row has. */
const DECLARING = /\.(contract|schema|sheet|view)\.ts$/
/** A line that only hands a field on, names its column, puts it to nothing, or speaks of it. */
const HANDING_ON =
  /^\s*(\w+: ([\w.]+\()*(row|input|given|body|values)\.\w+\)*( \?\? [^,]+)?,?|\w+: ('\w*'|\d+|UNLIMITED),?|const \{.*\} = input|(\/?\*|\/\/|--).*)$/
const code = sources
  .filter(({ path }) => !NOT_READING.test(path) && !DECLARING.test(path))
  .map(({ path, text }): SourceFile => {
    const lines = text
      .split('\n')
      .filter((line) => !HANDING_ON.test(line))
      // A name in a list of fields that are stored says nothing of what becomes of them; one that rows are looked for by does.
      .map((line) => (/where|order/i.test(line) ? line : line.replace(/'\w+'/g, '')))
    return { path, text: lines.join('\n') }
  })

/** What the files of one screen have behind its name. */
const PART_OF_SCREEN = /(-fields|-form|\.page)?\.tsx?$/

/** The columns by other names that plain resources and lists give to fields. */
const columns = new Map<string, string[]>()
for (const { path, text } of sources.filter((file) => file.path.startsWith('src/server/'))) {
  if (!path.endsWith('.ts')) continue
  for (const [, named = ''] of text.matchAll(/\bcolumns(?:: Record<string, string> =|:) \{([^}]*)\}/g))
    for (const [, field = '', column = ''] of named.matchAll(/(\w+): '(\w+)'/g))
      columns.set(field, [...(columns.get(field) ?? []), column])
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The fields of all forms that a call takes. */
export function formFields(): string[] {
  const known = new Set(taken().map(([name]) => name))
  const named = screens.flatMap(({ text }) => [...text.matchAll(/\bname="(\w+)"/g)].map(([, name = '']) => name))
  return [...new Set(named)].filter((name) => known.has(name)).sort()
}

/**
 * The files that do something by a field, by its name or that of its column: none of them declares it, fills it in or lists it. Two fields
 * of one name are one here, so that it finds what nothing reads and not all that a thing does not read.
 */
export function readersOf(field: string): string[] {
  const names = [field, ...(columns.get(field) ?? [])].flatMap((name) => [name, snake(name)])
  const mentions = new RegExp(`\\b(${[...new Set(names)].join('|')})\\b`)
  const fills = new RegExp(`\\bname(="|: ')${field}['"]`)
  const own = screens.filter(({ text }) => fills.test(text)).map(({ path }) => path.replace(PART_OF_SCREEN, ''))
  return code
    .filter(({ path, text }) => mentions.test(text) && !own.some((stem) => path.startsWith(stem)))
    .map(({ path }) => path)
}

/** Fields that a call takes as a figure or a choice: whoever fills one in expects something to count or to decide by it. */
export const figuresAndChoices = (): Set<string> =>
  new Set(taken().flatMap(([name, schema]) => (takesWords(schema) ? [] : [name])))

/** Fields of forms that nothing reads. */
export const deadFields = (): string[] => formFields().filter((field) => readersOf(field).length === 0)
