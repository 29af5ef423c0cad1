import type { ComponentType } from 'react'
import type { TextKey } from '#shared/i18n/catalogue.ts'

/** A page open to every signed-in user, independent of the menu. */
export interface EveryonesPage {
  path: string
  component: string
  title: TextKey
}

/** A setting that is found by its words. Its screen shows it when it is opened with the name of its text (`field`). */
export interface FoundSetting {
  label: TextKey
  /** Further words, such as its effect. */
  hint?: TextKey
  /** The heading above it, which is shown where the field is hidden, such as of a device of another kind. */
  section?: TextKey
  /** The component key of its page in the menu, or the path of a page outside it. */
  page: string
}

/** The parts of a slice in the renderer. `src/renderer/app/slices.ts` lists all slices. */
export interface SliceManifest {
  /** The pages by the component key of the server's menu, each loaded when opened. */
  pages: Readonly<Record<string, () => Promise<ComponentType>>>
  /** The settings on its pages, loaded with the first search. */
  settings?: () => Promise<readonly FoundSetting[]>
  everyones?: readonly EveryonesPage[]
  /** The query key prefixes to invalidate for each topic of a push. */
  live?: Readonly<Record<string, readonly string[]>>
}
