import type { ComponentType } from 'react'
import type { TextKey } from '#shared/i18n/catalogue.ts'

/** A page open to every signed-in user, independent of the menu. */
export interface EveryonesPage {
  path: string
  component: string
  title: TextKey
}

/** The parts of a slice in the renderer. `src/renderer/app/slices.ts` lists all slices. */
export interface SliceManifest {
  /** The pages by the component key of the server's menu, each loaded when opened. */
  pages: Readonly<Record<string, () => Promise<ComponentType>>>
  everyones?: readonly EveryonesPage[]
  /** The query key prefixes to invalidate for each topic of a push. */
  live?: Readonly<Record<string, readonly string[]>>
}
