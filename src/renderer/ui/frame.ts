import { createContext, type ReactNode, useContext } from 'react'

export interface FrameEntry {
  key: string
  label: string
  icon: ReactNode
}

/** What the frame around the pages offers, for pages that show it themselves. */
export interface Frame {
  /** The pages that the user may open, by their paths. */
  entries: FrameEntry[]
  /** What the user can do with the own account. */
  account: (FrameEntry & { onClick(): void })[]
}

const FrameContext = createContext<Frame>({ entries: [], account: [] })

export const FrameProvider = FrameContext.Provider
export const useFrame = (): Frame => useContext(FrameContext)
