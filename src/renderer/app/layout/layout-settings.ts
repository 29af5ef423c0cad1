import { create } from 'zustand'
import { readStored, store } from '#renderer/core/storage.ts'
import { type LayoutSettings, layoutSettingsOf } from './layout.calc.ts'

const STORED_AS = 'pitlane.layout'
const COLLAPSED_AS = 'pitlane.menuCollapsed'

interface LayoutState {
  settings: LayoutSettings
  isMenuCollapsed: boolean
  change(part: Partial<LayoutSettings>): void
  reset(): void
  collapseMenu(isCollapsed: boolean): void
}

const keep = (settings: LayoutSettings) => {
  store(STORED_AS, settings)
  return { settings }
}

/** The user's appearance of the frame, restored at start (spec §2). */
export const useLayout = create<LayoutState>((set) => ({
  settings: layoutSettingsOf(readStored(STORED_AS)),
  isMenuCollapsed: readStored(COLLAPSED_AS) === true,
  change: (part) => set(({ settings }) => keep({ ...settings, ...part })),
  reset: () => set(keep(layoutSettingsOf(null))),
  collapseMenu: (isMenuCollapsed) => {
    store(COLLAPSED_AS, isMenuCollapsed)
    set({ isMenuCollapsed })
  },
}))
