import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Breadcrumb, Button, Drawer, Layout, Menu } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useNarrow } from '#renderer/core/hooks.ts'
import { useText } from '#renderer/core/locale.ts'
import { storeNameOf, useSession } from '#renderer/core/session.ts'
import { readStored, store } from '#renderer/core/storage.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { useFrame } from '#renderer/ui/frame.ts'
import { LanguageSwitch } from '#renderer/ui/language-switch.tsx'
import { handOver } from '#renderer/ui/pending-scan.ts'
import { useScan } from '#renderer/ui/scans.ts'
import { FULL_SCREEN } from './registry.ts'
import { usePages } from './use-pages.ts'
import { UserMenu } from './user-menu.tsx'
import './shell.css'

const COLLAPSED_AS = 'pitlane.menuCollapsed'

/** The frame of every page but the counter: side menu, header with store and user, breadcrumb (spec §2). */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useText()
  const isPhone = useNarrow(768)
  const [isCollapsed, setCollapsed] = useState(() => readStored(COLLAPSED_AS) === true)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const storeName = useSession(({ session }) => storeNameOf(session))
  useSwipeOpensCounter()

  const collapse = () => {
    store(COLLAPSED_AS, !isCollapsed)
    setCollapsed(!isCollapsed)
  }
  const openMenu = isPhone ? () => setDrawerOpen(true) : collapse
  const menuName = isPhone ? t('nav.menu') : isCollapsed ? t('nav.expand') : t('nav.collapse')
  const menuIcon = isPhone ? <MenuOutlined /> : isCollapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />

  return (
    <Layout className="pl-shell">
      {isPhone ? (
        <Drawer
          placement="left"
          size={240}
          open={isDrawerOpen}
          onClose={() => setDrawerOpen(false)}
          title={t('app.name')}
          styles={{ body: { padding: 0 } }}
        >
          <SideMenu theme="light" onChosen={() => setDrawerOpen(false)} />
        </Drawer>
      ) : (
        <Layout.Sider width={200} collapsedWidth={80} collapsed={isCollapsed} className="pl-sider">
          <Link to="/" className="pl-brand" aria-label={t('app.name')}>
            <img src="./icon.svg" alt="" width={32} height={32} />
            {isCollapsed ? null : <span>{t('app.name')}</span>}
          </Link>
          <SideMenu theme="dark" />
        </Layout.Sider>
      )}
      <Layout className="pl-body">
        <Layout.Header className="pl-header">
          <Button type="text" icon={menuIcon} aria-label={menuName} title={menuName} onClick={openMenu} />
          {isPhone ? null : <Crumbs />}
          <span className="pl-header-store">{storeName}</span>
          <LanguageSwitch />
          <UserMenu />
        </Layout.Header>
        <Layout.Content className="pl-content">{children}</Layout.Content>
      </Layout>
    </Layout>
  )
}

function SideMenu({ theme, onChosen }: { theme: 'dark' | 'light'; onChosen?: () => void }) {
  const { t } = useText()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const items = useFrame().entries
  return (
    <nav aria-label={t('nav.main')}>
      <Menu
        mode="inline"
        theme={theme}
        items={items.map(({ key, label, icon }) => ({ key, label, icon }))}
        selectedKeys={[pathname]}
        onClick={({ key }) => {
          void navigate(key)
          onChosen?.()
        }}
      />
    </nav>
  )
}

function Crumbs() {
  const { t } = useText()
  const { pathname } = useLocation()
  const items = useFrame().entries
  const here = items.find((item) => item.key === pathname && item !== items[0])
  return (
    <Breadcrumb
      className="pl-crumbs"
      items={[{ title: <Link to="/">{t('nav.home')}</Link> }, ...(here ? [{ title: here.label }] : [])]}
    />
  )
}

/** At a terminal a swiped card means a guest at the counter, whichever page is open. */
function useSwipeOpensCounter(): void {
  const platform = usePlatform()
  const navigate = useNavigate()
  const counter = usePages().find((page) => page.component === FULL_SCREEN)
  useScan(
    (scan) => {
      if (!counter || scan.kind !== 'memberCard' || scan.value === '') return
      handOver(scan)
      void navigate(counter.path)
    },
    'frame',
    platform.kind === 'terminal',
  )
}
