import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons'
import { Breadcrumb, Button, Layout } from 'antd'
import { lazy } from 'react'
import { Link, useLocation } from 'react-router'
import { UserMenu } from '#renderer/app/account/user-menu.tsx'
import { pageAt } from '#renderer/app/menu/menu-paths.calc.ts'
import type { FramePage } from '#renderer/app/menu/use-menu-entries.tsx'
import { openPalette } from '#renderer/app/palette/palette-key.tsx'
import { Part } from '#renderer/app/part.tsx'
import { useHelp } from '#renderer/core/help.ts'
import { useNarrow } from '#renderer/core/hooks.ts'
import { useText } from '#renderer/core/locale.ts'
import { useCoveredStores } from '#renderer/core/own-stores.ts'
import { storeNameOf, useSession } from '#renderer/core/session.ts'
import { type MenuEntry, useFrame } from '#renderer/ui/layout/frame.ts'
import { HelpButton } from '#renderer/ui/layout/help-button.tsx'
import { LanguageSwitch } from '#renderer/ui/layout/language-switch.tsx'
import { Brand } from './brand.tsx'
import { ShellMenu } from './shell-menu.tsx'

const NoticeBell = lazy(async () => ({
  default: (await import('#renderer/features/messages/index.ts')).NoticeBell,
}))
const CacheRefresh = lazy(async () => ({
  default: (await import('#renderer/app/account/cache-refresh.tsx')).CacheRefresh,
}))

interface ShellHeaderProps {
  pages: readonly FramePage[]
  home: string
  isTop: boolean
  isPhone: boolean
  theme: 'dark' | 'light'
  isCollapsed: boolean
  /** Opens the menu; null where the menu is always visible. */
  onMenu: (() => void) | null
}

/** Menu button or menu, breadcrumb, store, search, bell, language and the own account (spec §2). */
export function ShellHeader({ pages, home, isTop, isPhone, theme, isCollapsed, onMenu }: ShellHeaderProps) {
  const { t } = useText()
  const session = useSession((state) => state.session)
  const isPlatform = session?.userInfo.identity === '-1'
  const menuName = isPhone ? t('nav.menu') : isCollapsed ? t('nav.expand') : t('nav.collapse')
  const menuIcon = isPhone ? <MenuOutlined /> : isCollapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />
  return (
    <>
      <Layout.Header className={`pl-header pl-header-${theme}`}>
        {onMenu ? <Button type="text" icon={menuIcon} aria-label={menuName} title={menuName} onClick={onMenu} /> : null}
        {isTop ? (
          <>
            <Brand isShort={false} theme={theme} />
            <ShellMenu mode="horizontal" theme={theme} pages={pages} />
          </>
        ) : null}
        {isPhone || isTop ? null : <Crumbs pages={pages} home={home} />}
        <HeaderStore />
        <SearchButton isShort={isPhone || isTop} />
        {isPlatform && !isPhone ? (
          <Part fallback={<HeaderGap />}>
            <CacheRefresh />
          </Part>
        ) : null}
        {session?.signIn && !session.offline ? (
          <Part fallback={<HeaderGap />}>
            <NoticeBell />
          </Part>
        ) : null}
        <HelpButton />
        <LanguageSwitch />
        <UserMenu />
      </Layout.Header>
      {isTop ? (
        <div className="pl-top-crumbs">
          <Crumbs pages={pages} home={home} />
        </div>
      ) : null}
    </>
  )
}

/** The session's store, and the number of stores visible from it, which lists and figures cover. */
function HeaderStore() {
  const { t } = useText()
  const session = useSession((state) => state.session)
  const own = storeNameOf(session)
  const isOnline = Boolean(session?.signIn && !session.offline)
  const covered = useCoveredStores(undefined, isOnline)
  if (covered.length === 0) return <span className="pl-header-store">{own}</span>
  const count = t('covers.count', { count: covered.length })
  return (
    <span className="pl-header-store" title={covered.join(t('covers.and'))}>
      {own === '' ? count : t(isNoneOf(covered, own) ? 'covers.above' : 'covers.all', { store: own, count })}
    </span>
  )
}

/** Whether the session's store is not among those covered, as for a chain. */
const isNoneOf = (covered: readonly string[], name: string): boolean => !covered.includes(name)

/** Reserves the space of a button while its code loads. */
const HeaderGap = () => <span className="pl-header-gap" aria-hidden="true" />

/** The search over everything, by a button: phones have no Ctrl+K. */
function SearchButton({ isShort }: { isShort: boolean }) {
  const { t } = useText()
  // The help beside the screen leaves less room.
  const isBeside = useHelp(({ isOpen }) => isOpen)
  const isNarrow = useNarrow(isBeside ? 1540 : 1200) || isShort
  return isNarrow ? (
    <Button type="text" icon={<SearchOutlined />} aria-label={t('nav.searchMenu')} onClick={openPalette} />
  ) : (
    <Button className="pl-menu-search" icon={<SearchOutlined />} onClick={openPalette}>
      {t('nav.searchMenu')} <kbd>Ctrl K</kbd>
    </Button>
  )
}

/** The entries that lead to a page, the page last; empty if it is not in the menu. */
const trailTo = (entries: readonly MenuEntry[], path: string): MenuEntry[] => {
  for (const entry of entries) {
    if (entry.key === path) return [entry]
    const below = trailTo(entry.children, path)
    if (below.length > 0) return [entry, ...below]
  }
  return []
}

/** The breadcrumb from home to the page; the last item is not a link (spec §2). */
function Crumbs({ pages, home }: { pages: readonly FramePage[]; home: string }) {
  const { t } = useText()
  const { pathname } = useLocation()
  const { menu } = useFrame()
  const page = pageAt(pages, pathname)
  const trail = page && page.key !== home ? trailTo(menu, page.key) : []
  const names: Pick<MenuEntry, 'label' | 'redirectTo'>[] =
    trail.length > 0 ? trail : page && page.key !== home ? [{ label: page.label, redirectTo: null }] : []
  return (
    <Breadcrumb
      className="pl-crumbs"
      items={[
        { title: names.length > 0 ? <Link to={home}>{t('nav.home')}</Link> : t('nav.home') },
        ...names.map(({ label, redirectTo }) => ({ title: redirectTo ? <Link to={redirectTo}>{label}</Link> : label })),
      ]}
    />
  )
}
