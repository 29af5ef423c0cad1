import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import { ourValueOfItem } from '#shared/core/family-names.ts'
import type { DictItem } from '#shared/features/access/access.schema.ts'
import type { Locale } from '#shared/i18n/catalogue.ts'
import type { Bus } from './realtime/bus.ts'
import { cached } from './realtime/notified-cache.ts'

declare module '#server/core/realtime/bus.ts' {
  interface BusMessages {
    /** An entry of a dictionary has changed. */
    dictionaries: object
  }
}

/** The items in use of every dictionary, by its code. */
export type DictItems = Record<string, DictItem[]>

export interface Dictionaries {
  all(locale: Locale): Promise<DictItems>
  /** An unknown dictionary has no items. */
  items(code: string, locale: Locale): Promise<DictItem[]>
}

/** Caches the dictionaries; every copy of the server reloads them when one changes. */
export function createDictionaries(db: Kysely<Tables>, bus: Bus): Dictionaries {
  const read: Record<Locale, () => Promise<DictItems>> = {
    zh: cached(bus, 'dictionaries', () => allDictItems(db, 'zh')),
    en: cached(bus, 'dictionaries', () => allDictItems(db, 'en')),
  }
  return {
    all: (locale) => read[locale](),
    async items(code, locale) {
      const dictionaries = await read[locale]()
      return Object.hasOwn(dictionaries, code) ? (dictionaries[code] ?? []) : []
    },
  }
}

const toItem = (row: { value: string; textZh: string; textEn: string }, locale: Locale): DictItem => {
  const text = locale === 'en' ? row.textEn : row.textZh
  return { value: row.value, text, title: text }
}

/** All dictionaries in a language, as sign-in returns them, or some; terminals store them in their snapshot. */
export async function allDictItems(db: Kysely<Tables>, locale: Locale, codes?: readonly string[]): Promise<DictItems> {
  const rows = await db
    .selectFrom('dictionaryItem')
    .innerJoin('dictionary', 'dictionary.id', 'dictionaryItem.dictionaryId')
    .select(['dictionary.code', 'value', 'textZh', 'textEn'])
    .where('dictionaryItem.status', '=', 1)
    .where('dictionary.deletedAt', 'is', null)
    .$if(codes !== undefined, (query) => query.where('dictionary.code', 'in', codes ?? []))
    .orderBy('sortOrder')
    .orderBy('dictionaryItem.id')
    .execute()
  const dictionaries: DictItems = {}
  for (const row of rows) {
    dictionaries[row.code] ??= []
    dictionaries[row.code]?.push(toItem(row, locale))
  }
  return dictionaries
}

/** Adds to each row the dictionary texts of its fields, in the reader's language; `a,b` yields both texts. */
export async function withDictTexts<R extends Record<string, unknown>, D extends string = never>(
  dictionaries: Dictionaries,
  dict: Record<D, string>,
  rows: R[],
  locale: Locale,
): Promise<(R & { [K in `${D}_dictText`]: string | null })[]> {
  type Texts = { [K in `${D}_dictText`]: string | null }
  const fields = Object.entries<string>(dict)
  const all = await dictionaries.all(locale)
  const texts = fields.map(([field, code]) => {
    const items = Object.hasOwn(all, code) ? (all[code] ?? []) : []
    return [field, new Map(items.map(({ value, text }) => [ourValueOfItem(code, value), text]))] as const
  })
  const textOf = (known: Map<string, string>, value: unknown): string | null =>
    value === null || value === undefined || value === ''
      ? null
      : String(value)
          .split(',')
          .filter(Boolean)
          .map((one) => known.get(one) ?? one)
          .join(',')
  return rows.map((row) => ({
    ...row,
    // There is one text for each dictionary field, which the type of Object.fromEntries cannot express.
    ...(Object.fromEntries(texts.map(([field, known]) => [`${field}_dictText`, textOf(known, row[field])])) as Texts),
  }))
}
