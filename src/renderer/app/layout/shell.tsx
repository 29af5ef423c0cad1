import { Drawer, Layout } from 'antd'
import { type CSSProperties, useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { ErrorPage, errorPathOf } from '#renderer/app/error.page.tsx'
import { isSamePath, menuEntryAt, pageAt } from '#renderer/app/menu/menu-paths.calc.ts'
import type { FramePage } from '#renderer/app/menu/use-menu-entries.tsx'
import { usePages } from '#renderer/app/menu/use-pages.ts'
import { useMenuInOwnLanguage } from '#renderer/app/menu/use-permissions.ts'
import { FULL_SCREEN } from '#renderer/app/registry.ts'
import { TabbedPages } from '#renderer/app/tabs/tabbed-pages.tsx'
import { useLive, useNarrow } from '#renderer/core/hooks.ts'
import { dropTyped } from '#renderer/core/keyboard/type-ahead.ts'
import { useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { useFrame } from '#renderer/ui/layout/frame.ts'
import { storePendingScan } from '#renderer/ui/scan/pending-scan.ts'
import { useScan } from '#renderer/ui/scan/scans.ts'
import { isMemberScan } from '#shared/features/scans/index.ts'
import { Brand } from './brand.tsx'
import { FloatingButtons } from './floating-buttons.tsx'
import { Footer } from './footer.tsx'
import { Framed } from './framed.tsx'
import { layoutAt } from './layout.calc.ts'
import { useLayout } from './layout-settings.ts'
import { PhoneActions } from './phone-actions.tsx'
import { ShellHeader } from './shell-header.tsx'
import { ShellKeys } from './shell-keys.tsx'
import { ShellMenu } from './shell-menu.tsx'
import { useHiddenHeader } from './use-hidden-header.ts'
import './shell.css'

const HEADER_HEIGHT = 56

/** The frame of every page but the counter: menu at the side or on top, header, breadcrumb, footer (spec §2). */
export function Shell({ pages, home }: { pages: readonly FramePage[]; home: string }) {
  const { t } = useText()
  const settings = useLayout((state) => state.settings)
  const isPhone = useNarrow(768)
  const isTablet = useNarrow(1088)
  const layout = layoutAt(settings, isPhone ? 'phone' : isTablet ? 'tablet' : 'desktop')
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const isHidden = useHiddenHeader(layout.canHideHeader)
  const collapse = useCollapse(layout.startsCollapsed)
  useSwipeOpensCounter()
  useMenuInOwnLanguage()
  // Only the counter handles keys typed outside fields.
  useEffect(() => dropTyped('signIn'), [])

  const isSide = layout.menu === 'side'
  const headEnd = layout.isHeaderFixed && !isHidden ? HEADER_HEIGHT : 0
  const classes = [
    'pl-shell',
    layout.isHeaderFixed ? 'pl-shell-fixed-header' : '',
    isHidden ? 'pl-shell-hidden-header' : '',
    layout.isNarrowed ? 'pl-shell-narrowed' : '',
  ]
  return (
    <Layout className={classes.join(' ')} style={{ '--pl-sticky-top': `${headEnd}px` } as CSSProperties}>
      <button type="button" className="pl-skip" onClick={() => document.getElementById('content')?.focus()}>
        {t('nav.skip')}
      </button>
      {isSide ? (
        <Layout.Sider
          width={200}
          collapsedWidth={80}
          collapsed={collapse.isCollapsed}
          theme={settings.navTheme}
          className={layout.isSiderFixed ? 'pl-sider pl-sider-fixed' : 'pl-sider'}
        >
          <Brand isShort={collapse.isCollapsed} theme={settings.navTheme} />
          <ShellMenu mode="inline" theme={settings.navTheme} pages={pages} isCollapsed={collapse.isCollapsed} />
        </Layout.Sider>
      ) : null}
      {layout.menu === 'drawer' ? (
        <Drawer
          placement="left"
          size={240}
          open={isDrawerOpen}
          onClose={() => setDrawerOpen(false)}
          title={t('app.name')}
          styles={{ body: { padding: 0 } }}
        >
          <ShellMenu mode="inline" theme="light" pages={pages} onChosen={() => setDrawerOpen(false)} />
          <PhoneActions onChosen={() => setDrawerOpen(false)} />
        </Drawer>
      ) : null}
      <Layout className="pl-body">
        <ShellHeader
          pages={pages}
          home={home}
          isTop={layout.menu === 'top'}
          isPhone={isPhone}
          theme={layout.menu === 'top' ? settings.navTheme : 'light'}
          isCollapsed={collapse.isCollapsed}
          onMenu={isPhone ? () => setDrawerOpen(true) : isSide ? collapse.toggle : null}
        />
        <Layout.Content className="pl-content" id="content" tabIndex={-1}>
          {settings.multiTab ? (
            <TabbedPages pages={pages} home={home}>
              <SinglePage pages={pages} />
            </TabbedPages>
          ) : (
            <SinglePage pages={pages} />
          )}
        </Layout.Content>
        <Footer />
      </Layout>
      {isPhone ? null : <FloatingButtons />}
      <Offline />
      <ShellKeys />
    </Layout>
  )
}

/** The page of the address: a group redirects to one of its pages, an unknown address shows 404, a forbidden one 403 (spec §2). */
function SinglePage({ pages }: { pages: readonly FramePage[] }) {
  const { pathname } = useLocation()
  const page = pageAt(pages, pathname)
  const { menu } = useFrame()
  const isClosed = useClosed(pathname)
  const errorPath = errorPathOf(pathname)
  if (errorPath) return <ErrorPage kind={errorPath} />
  const group = page ? undefined : menuEntryAt(menu, pathname)
  if (group?.redirectTo) return <Navigate to={group.redirectTo} replace />
  if (!page && isClosed) return <ErrorPage kind="403" />
  if (!page) return <Navigate to="/404" replace />
  return (
    <Framed key={page.key}>
      <page.Page />
    </Framed>
  )
}

/** Whether a path has a page that the user may not open. */
const useClosed = (path: string): boolean => {
  const closed = useSession(({ session }) => session?.permissions?.closed)
  return closed?.some((one) => isSamePath(one, path)) ?? false
}

/** Shows that the server cannot be reached, without shifting the layout. */
function Offline() {
  const { t } = useText()
  const { online } = useLive(usePlatform().connection)
  return <div role="status">{online ? null : <p className="pl-offline">{t('shell.offline')}</p>}</div>
}

/** Whether the side menu is collapsed: below 1088 px at first, elsewhere as the user left it. */
function useCollapse(startsCollapsed: boolean) {
  const { isMenuCollapsed, collapseMenu } = useLayout()
  const [isOpenedHere, setOpenedHere] = useState(false)
  if (startsCollapsed) return { isCollapsed: !isOpenedHere, toggle: () => setOpenedHere(!isOpenedHere) }
  return { isCollapsed: isMenuCollapsed, toggle: () => collapseMenu(!isMenuCollapsed) }
}

/** On a terminal a card swiped on any page opens the counter. */
function useSwipeOpensCounter(): void {
  const platform = usePlatform()
  const navigate = useNavigate()
  const counter = usePages().find((page) => page.component === FULL_SCREEN)
  useScan(
    (scan) => {
      if (!counter || !(isMemberScan(scan) || (scan.kind === 'cloakroomSlip' && scan.value !== ''))) return
      storePendingScan(scan)
      void navigate(counter.path)
    },
    'frame',
    platform.kind === 'terminal',
  )
}
