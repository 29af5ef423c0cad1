import { z } from 'zod'
import type { DictItems } from '#server/core/dictionaries.ts'
import type { FieldKind, Resource } from '#shared/core/crud.ts'
import type { Sheet } from '#shared/core/excel.ts'
import { type Locale, text } from '#shared/i18n/catalogue.ts'
import { sheetText } from './excel.work.ts'
import { type ColumnHint, writeWorkbook } from './excel.write.ts'

interface Template {
  definition: Pick<Resource, 'create' | 'filter' | 'dict'>
  sheet: Sheet
  /** In the reader's language. */
  dictionaries: DictItems
  locale: Locale
}

interface Column extends ColumnHint {
  heading: string
}

/** The constraints of a schema that users should know, besides the kind of the value. */
const Bounds = z.object({
  enum: z.array(z.union([z.string(), z.number()])).catch([]),
  maxLength: z.number().optional().catch(undefined),
  minimum: z.number().optional().catch(undefined),
  maximum: z.number().optional().catch(undefined),
})

function boundsOf(schema: z.ZodType): z.output<typeof Bounds> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>
  // An optional value is a union of the value and nothing.
  const [kept = json] = (Array.isArray(json.anyOf) ? json.anyOf : []).filter(({ type }) => type !== 'null')
  return Bounds.parse(kept)
}

/** The columns of an import: their headings, and the values that the call that adds a row accepts. */
function columnsOf({ definition, sheet, dictionaries, locale }: Template): Column[] {
  const { shape } = definition.create
  return Object.entries(sheet.columns).flatMap(([field, title]): Column[] => {
    const schema = shape[field]
    if (!schema) return []
    const code = definition.dict[field]
    const bounds = boundsOf(schema)
    const kind: FieldKind = definition.filter[field] ?? 'text'
    const offers =
      code !== undefined
        ? (dictionaries[code] ?? []).map((item) => item.text)
        : kind === 'flag'
          ? ['yes', 'no']
          : bounds.enum
    const isRequired = !schema.safeParse(undefined).success
    const says = [
      text(locale, isRequired ? 'excel.required' : 'excel.optional'),
      offers.length > 0 ? text(locale, 'excel.oneOf', { values: offers.join(' / ') }) : limitOf(kind, bounds, locale),
    ]
    return [
      {
        heading: sheetText(locale, title),
        says: says.filter(Boolean).join(text(locale, 'excel.and')),
        offers: offers.map(String),
        isRequired,
      },
    ]
  })
}

/** Excludes the bounds that a number has by default when its schema sets none. */
const isLimit = (value: number | undefined): value is number => value !== undefined && Math.abs(value) < 1e15

function limitOf(kind: FieldKind, { maxLength, minimum, maximum }: z.output<typeof Bounds>, locale: Locale): string {
  if (kind === 'time' || kind === 'date') return text(locale, kind === 'time' ? 'excel.aTime' : 'excel.aDay')
  if (isLimit(minimum) && isLimit(maximum)) return text(locale, 'excel.between', { minimum, maximum })
  if (kind === 'number' || kind === 'money') return text(locale, 'excel.aNumber')
  return maxLength === undefined ? '' : text(locale, 'excel.atMost', { maxLength })
}

/**
 * Writes an empty workbook for an import. The accepted values of each column are described twice: as data validation of its cells,
 * and on a second sheet for programs that do not show it. So users have no sample row to delete.
 */
export function writeTemplate(path: string, template: Template): Promise<number> {
  const { locale } = template
  const columns = columnsOf(template)
  return writeWorkbook(path, {
    titles: [],
    headings: columns.map(({ heading }) => heading),
    rows: (async function* () {})(),
    hints: columns,
    guide: {
      name: text(locale, 'excel.guide'),
      headings: [text(locale, 'excel.column'), text(locale, 'excel.takes')],
      rows: columns.map(({ heading, says }) => [heading, says]),
    },
  })
}
