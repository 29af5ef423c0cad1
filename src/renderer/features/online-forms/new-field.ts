import { loadTexts, textsIn } from '#renderer/core/locale.ts'
import { type FieldType, FormField, hasDictionary } from '#shared/features/online-forms/online-form.schema.ts'
import type { TextKey, TextValues } from '#shared/i18n/catalogue.ts'

/** A name in both languages. */
export async function namesOf(key: TextKey, values?: TextValues): Promise<{ labelZh: string; labelEn: string }> {
  await Promise.all([loadTexts('zh'), loadTexts('en')])
  return { labelZh: textsIn('zh')(key, values), labelEn: textsIn('en')(key, values) }
}

/** A new field, named after its type; one with choices has two. */
export async function newField(type: FieldType, key: string): Promise<FormField> {
  const choices = hasDictionary(type)
    ? [
        { value: 'a', ...(await namesOf('form.newOption', { number: 1 })) },
        { value: 'b', ...(await namesOf('form.newOption', { number: 2 })) },
      ]
    : []
  const names = await namesOf(`form.type.${type}`)
  return FormField.parse({ key, type, ...names, list: type !== 'longText', options: choices })
}
