import type { CallContext, Deps } from '#server/core/slice.ts'
import { ourValueOfItem } from '#shared/core/family-names.ts'

/** The text of a state in the reader's language, by its dictionary. */
export async function stateText({ dictionaries }: Deps, { locale }: CallContext, code: string, value: string) {
  const items = await dictionaries.items(code, locale)
  return items.find((item) => ourValueOfItem(code, item.value) === value)?.text ?? value
}
