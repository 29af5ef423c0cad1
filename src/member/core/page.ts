import type { ComponentType } from 'react'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import type { TextFiles } from './locale.ts'

export type Icon =
  | 'home'
  | 'card'
  | 'calendar'
  | 'bag'
  | 'person'
  | 'flag'
  | 'ticket'
  | 'list'
  | 'clock'
  | 'gift'
  | 'star'

/** A page of the app; recipe: docs/recipes/add-a-member-page.md. */
export interface MemberPage {
  /** Its address after `#/`, unique among all pages. */
  path: string
  /** In the shell's texts, because links show it before the page is loaded. */
  title: TextKey
  icon: Icon
  /** Where a link leads to it: at the bottom, on the home page, on the page of the own data, or nowhere. */
  place: 'bottom' | 'home' | 'me' | 'none'
  /** Loaded when it is opened; `rest` is the address after its path. */
  load(): Promise<ComponentType<{ rest: string }>>
  /** The texts that only this page needs. */
  texts?: TextFiles
}

/** What a slice adds to the app; `app/slices.ts` lists the slices. */
export interface MemberSlice {
  pages: readonly MemberPage[]
}
