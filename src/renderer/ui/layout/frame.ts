import { createContext, type ReactNode, useContext } from 'react'

export interface FrameEntry {
  key: string
  label: string
  icon: ReactNode
}

/** A menu entry: a page, an external address, or a group of entries. */
export interface FrameLine extends FrameEntry {
  href: string | null
  /** The path that a group's address redirects to. */
  leadsTo: string | null
  lines: FrameLine[]
}

/** What the frame offers to pages that draw these parts themselves. */
export interface Frame {
  /** The pages that the user may open, by their paths. */
  entries: FrameEntry[]
  /** The same as a menu, in groups. */
  lines: FrameLine[]
  /** The path of a page by its component key, when the user may open it. */
  pathOf(component: string): string | null
  /** The account actions of the user. */
  account: (FrameEntry & { onClick(): void })[]
}

const FrameContext = createContext<Frame>({ entries: [], lines: [], pathOf: () => null, account: [] })

export const FrameProvider = FrameContext.Provider
export const useFrame = (): Frame => useContext(FrameContext)
