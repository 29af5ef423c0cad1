import { App } from 'antd'
import { Activity, type ReactNode, useEffect, useMemo } from 'react'
import { Route, Routes, useLocation, useNavigate } from 'react-router'
import { create } from 'zustand'
import { Framed } from '#renderer/app/layout/framed.tsx'
import { pageAt } from '#renderer/app/menu/menu-paths.calc.ts'
import type { FramePage } from '#renderer/app/menu/use-menu-entries.tsx'
import { useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { readOfWindow, storeInWindow } from '#renderer/core/storage.ts'
import { retainScrollOf } from './scroll-memory.ts'
import { TabBar } from './tab-bar.tsx'
import {
  type CloseWhich,
  closeSome,
  closeTab,
  openTab,
  refreshTab,
  type StoredTabs,
  type Tab,
  type TabList,
  tabsFrom,
  whyNotClose,
} from './tabs.calc.ts'

const STORED_AS = 'pitlane.tabs'

/** The open tabs belong to one user in one store. */
interface OpenTabs {
  whose: string
  list: TabList
}

const useTabs = create<OpenTabs>(() => ({ whose: '', list: { tabs: [], home: '' } }))

// The open tabs survive a reload; each browser window has its own.
useTabs.subscribe(({ whose, list }) => {
  const tabs = list.tabs.map(({ path, search }) => ({ path, search }))
  storeInWindow(STORED_AS, { whose, tabs } satisfies StoredTabs)
})

/** The tabs, with home and the current page added. */
function opened(list: TabList, home: string, shown: string | undefined, search: string): TabList {
  const withHome = list.home === home ? list : openTab({ ...list, home }, home, '')
  return shown ? openTab(withHome, shown, search) : withHome
}

interface TabbedPagesProps {
  pages: readonly FramePage[]
  home: string
  /** Shown at an address without a page. */
  children: ReactNode
}

/** Open pages as tabs; a hidden page keeps its state (spec §2), unless its menu entry says otherwise. */
export function TabbedPages({ pages, home, children }: TabbedPagesProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const whose = useSession(({ session }) => `${session?.userInfo.id} ${session?.userInfo.orgCode}`)
  const stored = useTabs()
  const shown = pageAt(pages, pathname)?.key
  const listOf = ({ whose: owner, list }: OpenTabs): TabList =>
    owner === whose
      ? list
      : { tabs: tabsFrom(readOfWindow(STORED_AS), whose, (path) => pageAt(pages, path) !== undefined), home: '' }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the permitted pages change together with the tabs' owner
  const list = useMemo(() => opened(listOf(stored), home, shown, search), [stored, whose, home, shown, search])
  const set = (next: TabList) => useTabs.setState({ whose, list: next })
  // Only a navigation opens a tab: a tab that was just closed is still the address for a moment.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const latest = listOf(useTabs.getState())
    const next = opened(latest, home, shown, search)
    if (next !== useTabs.getState().list) set(next)
  }, [whose, home, shown, search])
  useEffect(() => retainScrollOf(list.tabs.map(({ path }) => path)), [list])
  useEffect(() => () => retainScrollOf([]), [])

  const apply = ({ list: next, goTo }: { list: TabList; goTo: Tab | null }) => {
    set(next)
    if (goTo) void navigate(goTo.path + goTo.search)
  }
  const close = (path: string) => {
    const why = whyNotClose(list, path)
    if (why) void message.warning(t(why === 'home' ? 'tabs.homeStays' : 'tabs.lastStays'))
    else apply(closeTab(list, path, shown ?? ''))
  }
  const choose = (path: string, what: 'refresh' | CloseWhich) => {
    if (what === 'refresh') set(refreshTab(list, path))
    else apply(closeSome(list, path, what, shown ?? path))
  }
  const open = (path: string) => {
    const tab = list.tabs.find((one) => one.path === path)
    if (tab) void navigate(tab.path + tab.search)
  }

  return (
    <>
      <TabBar
        tabs={list.tabs.map(({ path }) => ({ path, name: pageAt(pages, path)?.label ?? path }))}
        shown={shown}
        onOpen={open}
        onClose={close}
        onChoose={choose}
      />
      {list.tabs.map((tab) => {
        const page = pageAt(pages, tab.path)
        if (!page || (tab.path !== shown && !page.keepAlive)) return null
        return (
          <Activity key={`${tab.path} ${tab.version}`} mode={tab.path === shown ? 'visible' : 'hidden'}>
            <Framed>
              <Routes location={{ pathname: tab.path, search: tab.search }}>
                <Route path="*" element={<page.Page />} />
              </Routes>
            </Framed>
          </Activity>
        )
      })}
      {shown ? null : children}
    </>
  )
}
