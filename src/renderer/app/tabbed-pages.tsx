import { App, Dropdown, Tabs } from 'antd'
import { Activity, type ReactNode, useEffect, useMemo } from 'react'
import { Route, Routes, useLocation, useNavigate } from 'react-router'
import { create } from 'zustand'
import { useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { Framed } from './framed.tsx'
import {
  type CloseWhich,
  closeSome,
  closeTab,
  openTab,
  refreshTab,
  type Tab,
  type TabList,
  whyNotClose,
} from './tabs.calc.ts'
import { type FramePage, pageAt } from './use-menu-entries.tsx'

const none: TabList = { tabs: [], home: '' }
const useTabs = create<{ list: TabList; set(list: TabList): void }>((set) => ({
  list: none,
  set: (list) => set({ list }),
}))

// The pages of one person, or of one store, are nothing for the next.
useSession.subscribe(({ session }, before) => {
  const old = before.session?.userInfo
  if (old && (session?.userInfo.id !== old.id || session.userInfo.orgCode !== old.orgCode)) useTabs.getState().set(none)
})

/** The tabs with home and the page of the address among them. */
function opened(list: TabList, home: string, shown: string | undefined, search: string): TabList {
  const withHome = list.home === home ? list : openTab({ ...list, home }, home, '')
  return shown ? openTab(withHome, shown, search) : withHome
}

interface TabbedPagesProps {
  pages: readonly FramePage[]
  home: string
  /** What is shown at an address that is no page. */
  children: ReactNode
}

/** Open pages as tabs; a page that is not in sight keeps what it holds (spec §2). */
export function TabbedPages({ pages, home, children }: TabbedPagesProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { list: stored, set } = useTabs()
  const shown = pageAt(pages, pathname)?.key
  const list = useMemo(() => opened(stored, home, shown, search), [stored, home, shown, search])
  // Only going somewhere opens a tab: one that was just closed is still the address for a moment.
  useEffect(() => {
    const { list: latest, set: keep } = useTabs.getState()
    const next = opened(latest, home, shown, search)
    if (next !== latest) keep(next)
  }, [home, shown, search])

  const apply = ({ list: next, goTo }: { list: TabList; goTo: Tab | null }) => {
    set(next)
    if (goTo) void navigate(goTo.path + goTo.search)
  }
  const close = (path: string) => {
    const why = whyNotClose(list, path)
    if (why) void message.warning(t(why === 'home' ? 'tabs.homeStays' : 'tabs.lastStays'))
    else apply(closeTab(list, path, shown ?? ''))
  }
  const choose = (path: string, what: string) => {
    if (what === 'refresh') set(refreshTab(list, path))
    else apply(closeSome(list, path, what as CloseWhich, shown ?? path))
  }
  const menu = [
    { key: 'refresh', label: t('tabs.refresh') },
    { key: 'left', label: t('tabs.closeLeft') },
    { key: 'right', label: t('tabs.closeRight') },
    { key: 'others', label: t('tabs.closeOthers') },
  ]

  return (
    <>
      <Tabs
        className="pl-tabs"
        type="editable-card"
        hideAdd
        size="small"
        aria-label={t('tabs.label')}
        activeKey={shown ?? ''}
        onChange={(path) => {
          const tab = list.tabs.find((one) => one.path === path)
          if (tab) void navigate(tab.path + tab.search)
        }}
        onEdit={(path, action) => {
          if (action === 'remove') close(String(path))
        }}
        items={list.tabs.map(({ path }) => ({
          key: path,
          closeIcon: undefined,
          label: (
            <Dropdown trigger={['contextMenu']} menu={{ items: menu, onClick: ({ key }) => choose(path, key) }}>
              <span>{pageAt(pages, path)?.label ?? path}</span>
            </Dropdown>
          ),
        }))}
      />
      {list.tabs.map((tab) => {
        const page = pageAt(pages, tab.path)
        if (!page) return null
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
