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

/** The fields of an input with their schemas, including nested lists and wrapped schemas. */
function entriesOf(schema: z.ZodType): [string, z.ZodType][] {
  const { shape = {}, in: input, innerType, element, options = [] } = schema._zod.def as unknown as Def
  const inner = [input, innerType, element, ...options].filter((one) => one !== undefined)
  return [...Object.entries(shape), ...[...Object.values(shape), ...inner].flatMap(entriesOf)]
}

/** Whether a field accepts free text: neither a number nor a choice. */
function takesWords(schema: z.ZodType): boolean {
  const { type, in: input, innerType, options = [] } = schema._zod.def as unknown as Def
  if (type === 'union') return options.every(takesWords)
  const inner = input ?? innerType
  return inner ? takesWords(inner) : type === 'string' || type === 'null'
}

const isWrite = ({ method }: Route): boolean => [method].flat().some((one) => one !== 'GET')

/** The input fields of the calls that write. */
const taken = (): [string, z.ZodType][] =>
  Object.values(api)
    .flatMap((contract) => Object.values(contract) as Route[])
    .flatMap((route) => (isWrite(route) && route.body ? entriesOf(route.body) : []))

const sources = sourceFiles('src/**/*.{ts,tsx,sql}').filter((file) => !isTest(file))
const screens = sources.filter(({ path }) => path.startsWith('src/renderer/') && !path.includes('/practice/'))

/** Table definitions, migrations, demo data and labels: none of them counts as reading a field. */
const NOT_READING = /\/(migrations|tables|seed|i18n|practice)\//
/** Files that declare a field, or show all fields of a row. */
const DECLARING = /\.(contract|schema|sheet|view)\.ts$/
/** A line that only passes a field on, names its column, resets it, or is a comment about it. */
const HANDING_ON =
  /^\s*(\w+: ([\w.]+\()*(row|input|given|body|values)\.\w+\)*( \?\? [^,]+)?,?|\w+: ('\w*'|\d+|UNLIMITED),?|const \{.*\} = input|(\/?\*|\/\/|--).*)$/
const code = sources
  .filter(({ path }) => !NOT_READING.test(path) && !DECLARING.test(path))
  .map(({ path, text }): SourceFile => {
    const lines = text
      .split('\n')
      .filter((line) => !HANDING_ON.test(line))
      // A name in a list of stored fields is no use of it; one by which rows are searched is.
      .map((line) => (/where|order/i.test(line) ? line : line.replace(/'\w+'/g, '')))
    return { path, text: lines.join('\n') }
  })

/** The suffixes of the files of one screen. */
const PART_OF_SCREEN = /(-fields|-form|\.page)?\.tsx?$/

function append(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** The columns that plain resources and lists map to differently named fields. */
const columns = new Map<string, string[]>()
for (const { path, text } of sources.filter((file) => file.path.startsWith('src/server/'))) {
  if (!path.endsWith('.ts')) continue
  for (const [, named = ''] of text.matchAll(/\bcolumns(?:: Record<string, string> =|:) \{([^}]*)\}/g))
    for (const [, field = '', column = ''] of named.matchAll(/(\w+): '(\w+)'/g)) append(columns, field, column)
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The fields of all forms that a call accepts. */
export function formFields(): string[] {
  const known = new Set(taken().map(([name]) => name))
  const named = screens.flatMap(({ text }) => [...text.matchAll(/\bname="(\w+)"/g)].map(([, name = '']) => name))
  return [...new Set(named)].filter((name) => known.has(name)).sort()
}

/** The files of each word in the code, because a search of all code for each field takes seconds. */
const filesOfWord = new Map<string, string[]>()
for (const { path, text } of code) for (const word of new Set(text.match(/\w+/g))) append(filesOfWord, word, path)

/** The screens that have an input of a field, by the beginning of their paths. */
const screensOfField = new Map<string, string[]>()
for (const { path, text } of screens)
  for (const [, field = ''] of text.matchAll(/\bname(?:="|: ')(\w+)['"]/g))
    append(screensOfField, field, path.replace(PART_OF_SCREEN, ''))

/**
 * The files that use a field, by its name or its column's: none of them declares it, fills it in or lists it. Fields with the
 * same name count as one, so this finds names that no file reads, not every unread field.
 */
export function readersOf(field: string): string[] {
  const names = [field, ...(columns.get(field) ?? [])].flatMap((name) => [name, snake(name)])
  const files = new Set(names.flatMap((name) => filesOfWord.get(name) ?? []))
  const own = screensOfField.get(field) ?? []
  return [...files].filter((path) => !own.some((stem) => path.startsWith(stem)))
}

/** Number and choice fields of calls: their users expect that something counts or decides by them. */
export const figuresAndChoices = (): Set<string> =>
  new Set(taken().flatMap(([name, schema]) => (takesWords(schema) ? [] : [name])))

/** Form fields that nothing reads. */
export const deadFields = (): string[] => formFields().filter((field) => readersOf(field).length === 0)
