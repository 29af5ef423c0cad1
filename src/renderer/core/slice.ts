import type { ComponentType } from 'react'
import type { TextKey } from '#shared/i18n/catalogue.ts'

/** A page that everyone who is signed in may open, whatever the menu names. */
export interface EveryonesPage {
  path: string
  component: string
  title: TextKey
}

/** Everything that a slice brings to the window. `src/renderer/app/slices.ts` lists them. */
export interface SliceManifest {
  /** Its pages by the component key that the server's menu names, each fetched when it is opened. */
  pages: Readonly<Record<string, () => Promise<ComponentType>>>
  everyones?: readonly EveryonesPage[]
  /** Which cached answers are old when the server announces a topic, by the beginning of their query's key. */
  live?: Readonly<Record<string, readonly string[]>>
}
