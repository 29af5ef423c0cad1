/** An open page; `version` counts how often it was refreshed. */
export interface Tab {
  path: string
  search: string
  version: number
}

export interface TabList {
  /** The open tabs; home comes first. */
  tabs: Tab[]
  /** The path of the tab that cannot be closed. */
  home: string
}

/** The stored tabs with their owner, so that no other user sees them. */
export interface StoredTabs {
  whose: string
  tabs: { path: string; search: string }[]
}

/** The stored tabs of an owner that are still permitted. */
export function tabsFrom(stored: unknown, whose: string, mayOpen: (path: string) => boolean): Tab[] {
  const { whose: owner, tabs } = (stored ?? {}) as Partial<StoredTabs>
  if (owner !== whose || !Array.isArray(tabs)) return []
  return tabs
    .filter(({ path, search }) => typeof path === 'string' && typeof search === 'string' && mayOpen(path))
    .map(({ path, search }) => ({ path, search, version: 0 }))
}

/** A choice in a tab's context menu. */
export type CloseWhich = 'left' | 'right' | 'others'

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

export const tabAt = ({ tabs }: TabList, path: string): Tab | undefined => tabs.find((tab) => isSame(tab.path, path))

/** Opens a tab, or updates the address of the existing one. The home tab always comes first. */
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

/** Why a tab cannot be closed (spec §2), or null when it can. */
export function whyNotClose({ tabs, home }: TabList, path: string): 'home' | 'last' | null {
  if (tabs.length <= 1) return 'last'
  return isSame(path, home) ? 'home' : null
}

/** The tabs without one, and the path to show: the neighbour's where the closed tab was current. */
export function closeTab(list: TabList, path: string, shown: string): { list: TabList; goTo: Tab | null } {
  const index = list.tabs.findIndex((tab) => isSame(tab.path, path))
  if (index < 0 || whyNotClose(list, path)) return { list, goTo: null }
  const tabs = list.tabs.filter((_, at) => at !== index)
  return { list: { ...list, tabs }, goTo: isSame(path, shown) ? (tabs[index] ?? tabs[index - 1] ?? null) : null }
}

/** The tabs after a choice in the context menu of one; that tab and home stay. */
export function closeSome(
  list: TabList,
  path: string,
  which: CloseWhich,
  shown: string,
): { list: TabList; goTo: Tab | null } {
  const at = list.tabs.findIndex((tab) => isSame(tab.path, path))
  const goes = (index: number) => (which === 'left' ? index < at : which === 'right' ? index > at : index !== at)
  const tabs = list.tabs.filter((tab, index) => isSame(tab.path, list.home) || !goes(index))
  const isOpenTab = tabs.some((tab) => isSame(tab.path, shown))
  return { list: { ...list, tabs }, goTo: isOpenTab ? null : (list.tabs[at] ?? null) }
}

/** Remounts a page, which discards its state. */
export const refreshTab = (list: TabList, path: string): TabList => ({
  ...list,
  tabs: list.tabs.map((tab) => (isSame(tab.path, path) ? { ...tab, version: tab.version + 1 } : tab)),
})
