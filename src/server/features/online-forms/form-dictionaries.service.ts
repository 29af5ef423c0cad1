import type { DictItems, Dictionaries } from '#server/core/dictionaries.ts'
import { dictionaryOf, labelOf } from '#shared/features/online-forms/online-form.calc.ts'
import type { FormDefinition, FormField } from '#shared/features/online-forms/online-form.schema.ts'
import type { Locale } from '#shared/i18n/catalogue.ts'

/** The dictionaries, and the own options of a form's choices as further ones. */
export function withOwnOptions(dictionaries: Dictionaries, { fields, subTables }: FormDefinition): Dictionaries {
  const sets: [FormField[], string][] = [
    [fields, ''],
    ...subTables.map((table): [FormField[], string] => [table.fields, table.key]),
  ]
  const own = (locale: Locale): DictItems =>
    Object.fromEntries(
      sets.flatMap(([all, inTable]) =>
        all
          .filter(({ options }) => options.length > 0)
          .map((field) => [
            dictionaryOf(field, inTable),
            field.options.map((option) => {
              const text = labelOf(option, locale)
              return { value: option.value, text, title: text }
            }),
          ]),
      ),
    )
  return {
    all: async (locale) => ({ ...(await dictionaries.all(locale)), ...own(locale) }),
    items: async (code, locale) => own(locale)[code] ?? dictionaries.items(code, locale),
  }
}
