import { createContext, type ReactNode, useContext } from 'react'

/** What a menu, tile or tab shows of a page or action; the key of a page is its path. */
export interface FrameItem {
  key: string
  label: string
  icon: ReactNode
}

/** A menu entry: a page, an external address, or a group of entries. */
export interface MenuEntry extends FrameItem {
  href: string | null
  /** The path that a group's address redirects to. */
  redirectTo: string | null
  children: MenuEntry[]
}

/** What the frame offers to pages that draw these parts themselves. */
export interface Frame {
  /** The pages that the user may open, by their paths. */
  pages: FrameItem[]
  /** The same as a menu, in groups. */
  menu: MenuEntry[]
  /** The path of a page by its component key, when the user may open it. */
  pathOf(component: string): string | null
  /** The account actions of the user. */
  account: (FrameItem & { onClick(): void })[]
  /** The controls of how the frame looks. */
  appearance: ReactNode
}

const FrameContext = createContext<Frame>({ pages: [], menu: [], pathOf: () => null, account: [], appearance: null })

export const FrameProvider = FrameContext.Provider
export const useFrame = (): Frame => useContext(FrameContext)
