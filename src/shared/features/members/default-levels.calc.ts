import { newId } from '#shared/core/id.ts'
import { type Locale, text } from '#shared/i18n/catalogue.ts'
import type { LevelColour } from './member-levels.contract.ts'

interface Usual {
  code: 'basic' | 'silver' | 'gold' | 'vip'
  experience: number
  discount: number
  colour: LevelColour
}

/** Lowest first. */
const usual: readonly Usual[] = [
  { code: 'basic', experience: 0, discount: 0, colour: 'slate' },
  { code: 'silver', experience: 500, discount: 5, colour: 'silver' },
  { code: 'gold', experience: 2000, discount: 10, colour: 'gold' },
  { code: 'vip', experience: 6000, discount: 15, colour: 'violet' },
]

/** The levels that are offered to a store without any, named in a language. */
export const defaultLevels = (orgCode: string, locale: Locale) =>
  usual.map((level, index) => ({
    ...level,
    id: newId(),
    orgCode,
    rank: index + 1,
    name: text(locale, `level.usual.${level.code}`),
  }))
