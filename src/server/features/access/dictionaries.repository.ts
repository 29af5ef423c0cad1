import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { DictItem } from '#shared/features/access/access.contract.ts'
import type { Locale } from '#shared/i18n/catalogue.ts'

const toItem = (row: { value: string; textZh: string; textEn: string }, locale: Locale): DictItem => {
  const text = locale === 'en' ? row.textEn : row.textZh
  return { value: row.value, text, title: text }
}

/** Every dictionary in a language, as sign-in hands them out; terminals keep them in their snapshot. */
export async function allDictItems(db: Kysely<Tables>, locale: Locale): Promise<Record<string, DictItem[]>> {
  const rows = await db
    .selectFrom('sysDictItem')
    .innerJoin('sysDict', 'sysDict.id', 'sysDictItem.dictId')
    .select(['dictCode', 'value', 'textZh', 'textEn'])
    .where('status', '=', 1)
    .orderBy('sortOrder')
    .execute()
  const dictionaries: Record<string, DictItem[]> = {}
  for (const row of rows) {
    dictionaries[row.dictCode] ??= []
    dictionaries[row.dictCode]?.push(toItem(row, locale))
  }
  return dictionaries
}
