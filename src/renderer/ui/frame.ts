import { createContext, type ReactNode, useContext } from 'react'

export interface FrameEntry {
  key: string
  label: string
  icon: ReactNode
}

/** A line of the menu: a page, an address elsewhere, or a group of lines. */
export interface FrameLine extends FrameEntry {
  href: string | null
  /** Where the address of a group leads. */
  leadsTo: string | null
  lines: FrameLine[]
}

/** What the frame around the pages offers, for pages that show it themselves. */
export interface Frame {
  /** The pages that the user may open, by their paths. */
  entries: FrameEntry[]
  /** The same as a menu, in groups. */
  lines: FrameLine[]
  /** The path of a page by its component key, when the user may open it. */
  pathOf(component: string): string | null
  /** What the user can do with the own account. */
  account: (FrameEntry & { onClick(): void })[]
}

const FrameContext = createContext<Frame>({ entries: [], lines: [], pathOf: () => null, account: [] })

export const FrameProvider = FrameContext.Provider
export const useFrame = (): Frame => useContext(FrameContext)
