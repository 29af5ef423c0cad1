import type { ReactNode } from 'react'
import type { ChoiceKind, Command, Match } from './palette.calc.ts'

/** One line of the palette. */
export interface Choice {
  /** Kind and id: the same thing has the same key in each search. */
  key: string
  kind: ChoiceKind
  id: string
  label: string
  notes: readonly string[]
  orgCode: string
  storeName: string
  amount: number | null
  state: string
  at: string | null
  match: Match
  icon: ReactNode
  /** The address that it opens, where it is one: then it can be opened in a new tab. */
  address: string | null
  run(): void
}

/** What this window finds by its name, before it is known how it matches. */
export type Own = Command & Omit<Choice, 'match'>

/** What most choices of this window do not have. */
export const plain = { notes: [], orgCode: '', storeName: '', amount: null, state: '', at: null } as const

/** The texts with words: an excerpt of values alone says nothing. */
export const saying = (...texts: readonly string[]): string[] => texts.filter((text) => /[\p{L}\d]/u.test(text))
