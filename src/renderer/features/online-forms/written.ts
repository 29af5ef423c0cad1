import type { TextKey } from '#shared/i18n/catalogue.ts'

/** A name that users have written, for blocks that take keys of the catalogue: what is no key is shown as it is. */
export const written = (name: string): TextKey => name as TextKey
