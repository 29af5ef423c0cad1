/** An open page; `version` counts how often it was refreshed. */
export interface Tab {
  path: string
  search: string
  version: number
}

export interface TabList {
  /** Home first, where it is open. */
  tabs: Tab[]
  /** The path that is never closed. */
  home: string
}

/** The open pages as they are remembered: whose they are, so that nobody finds the pages of another. */
export interface KeptTabs {
  whose: string
  tabs: { path: string; search: string }[]
}

/** The remembered pages of a person that may still be opened. */
export function tabsFrom(kept: unknown, whose: string, mayOpen: (path: string) => boolean): Tab[] {
  const { whose: owner, tabs } = (kept ?? {}) as Partial<KeptTabs>
  if (owner !== whose || !Array.isArray(tabs)) return []
  return tabs
    .filter(({ path, search }) => typeof path === 'string' && typeof search === 'string' && mayOpen(path))
    .map(({ path, search }) => ({ path, search, version: 0 }))
}

/** What of a tab's context menu was chosen. */
export type CloseWhich = 'left' | 'right' | 'others'

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

export const tabAt = ({ tabs }: TabList, path: string): Tab | undefined => tabs.find((tab) => isSame(tab.path, path))

/** Opens a page, or goes to its tab with the new address. The home tab stands first whatever is opened. */
export function openTab(list: TabList, path: string, search: string): TabList {
  const known = tabAt(list, path)
  if (known?.search === search) return list
  const tabs = known
    ? list.tabs.map((tab) => (tab === known ? { ...tab, search } : tab))
    : [...list.tabs, { path, search, version: 0 }]
  return {
    ...list,
    tabs: tabs.toSorted((a, b) => Number(isSame(b.path, list.home)) - Number(isSame(a.path, list.home))),
  }
}

/** Why a tab stays open (spec §2), or null when it may be closed. */
export function whyNotClose({ tabs, home }: TabList, path: string): 'home' | 'last' | null {
  if (tabs.length <= 1) return 'last'
  return isSame(path, home) ? 'home' : null
}

/** The tabs without one, and where to go when it was the one shown: to its neighbour. */
export function closeTab(list: TabList, path: string, shown: string): { list: TabList; goTo: Tab | null } {
  const index = list.tabs.findIndex((tab) => isSame(tab.path, path))
  if (index < 0 || whyNotClose(list, path)) return { list, goTo: null }
  const tabs = list.tabs.filter((_, at) => at !== index)
  return { list: { ...list, tabs }, goTo: isSame(path, shown) ? (tabs[index] ?? tabs[index - 1] ?? null) : null }
}

/** The tabs after a choice from the context menu of one of them; home stays, and so does that one. */
export function closeSome(
  list: TabList,
  path: string,
  which: CloseWhich,
  shown: string,
): { list: TabList; goTo: Tab | null } {
  const at = list.tabs.findIndex((tab) => isSame(tab.path, path))
  const goes = (index: number) => (which === 'left' ? index < at : which === 'right' ? index > at : index !== at)
  const tabs = list.tabs.filter((tab, index) => isSame(tab.path, list.home) || !goes(index))
  const isShownOpen = tabs.some((tab) => isSame(tab.path, shown))
  return { list: { ...list, tabs }, goTo: isShownOpen ? null : (list.tabs[at] ?? null) }
}

/** Draws a page anew, with nothing left of what it held. */
export const refreshTab = (list: TabList, path: string): TabList => ({
  ...list,
  tabs: list.tabs.map((tab) => (isSame(tab.path, path) ? { ...tab, version: tab.version + 1 } : tab)),
})
