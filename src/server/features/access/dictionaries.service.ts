import { remember } from '#server/core/remember.ts'
import type { Deps } from '#server/core/slice.ts'
import type { DictItem } from '#shared/features/access/access.contract.ts'
import type { Locale } from '#shared/i18n/catalogue.ts'
import { allDictItems } from './dictionaries.repository.ts'

export type Dictionaries = ReturnType<typeof createDictionaries>

/** The dictionaries from memory; every copy of the server reads them anew when one changes. */
export function createDictionaries({ db, bus }: Pick<Deps, 'db' | 'bus'>) {
  const read: Record<Locale, () => Promise<Record<string, DictItem[]>>> = {
    zh: remember(bus, 'dictionaries', () => allDictItems(db.kysely, 'zh')),
    en: remember(bus, 'dictionaries', () => allDictItems(db.kysely, 'en')),
  }
  return {
    all: (locale: Locale) => read[locale](),
    /** An unknown dictionary has no items. */
    async items(code: string, locale: Locale): Promise<DictItem[]> {
      const dictionaries = await read[locale]()
      return Object.hasOwn(dictionaries, code) ? (dictionaries[code] ?? []) : []
    },
  }
}
