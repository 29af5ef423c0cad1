import { MedicineBoxOutlined, RocketOutlined, SettingOutlined, SyncOutlined } from '@ant-design/icons'
import { type ComponentType, useMemo } from 'react'
import { DiagnosticsPage, FULL_SCREEN, pages, SettingsPage, SetupPage, SyncCentrePage } from '#renderer/app/registry.ts'
import { type Translate, useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { FrameItem, MenuEntry } from '#renderer/ui/layout/frame.ts'
import { iconOf } from '#renderer/ui/layout/menu-icons.tsx'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { type VisibleMenuNode, visibleMenuOf } from './menu.calc.ts'
import { isKnown, usePages } from './use-pages.ts'

/** The titles of pages in the current language, also where the server sent the menu in another one. */
const titles: Record<string, TextKey> = {
  'dashboard/Analysis': 'menu.home',
  'dashboard/Workplace': 'nav.workplace',
  'sessions/StartSession': 'menu.counter',
  'playbeforepay/SysPlayBeforePayList': 'menu.playBeforePay',
  'account/center/Index': 'own.center',
  'account/settings/Index': 'own.settings',
  'system/UserAnnouncementList': 'notice.title',
}

const titleOf = (t: Translate, component: string, title: string): string => {
  const key = titles[component]
  return key ? t(key) : title
}

/** A page inside the frame, with its title in menus and tabs. */
export interface FramePage extends FrameItem {
  Page: ComponentType
  /** Whether the page keeps its state while another tab is shown. */
  keepAlive: boolean
}

/** All menu entries that the user may open, the terminal's own pages last. */
export function useMenuEntries() {
  const { t } = useText()
  const platform = usePlatform()
  const permitted = usePages()
  const menu = useSession(({ session }) => session?.permissions?.menu ?? null)

  return useMemo(() => {
    const own: FramePage[] = [
      ...(platform.sync
        ? [
            {
              key: '/terminal/sync',
              label: t('nav.sync'),
              icon: <SyncOutlined />,
              Page: SyncCentrePage,
              keepAlive: true,
            },
          ]
        : []),
      ...(platform.settings
        ? [
            {
              key: '/terminal/settings',
              label: t('nav.settings'),
              icon: <SettingOutlined />,
              Page: SettingsPage,
              keepAlive: true,
            },
            {
              key: '/terminal/setup',
              label: t('setup.open'),
              icon: <RocketOutlined />,
              Page: SetupPage,
              keepAlive: false,
            },
            {
              key: '/terminal/diagnostics',
              label: t('nav.diagnostics'),
              icon: <MedicineBoxOutlined />,
              Page: DiagnosticsPage,
              keepAlive: false,
            },
          ]
        : []),
    ]
    const itemOf = ({
      path,
      title,
      component,
      icon,
    }: Pick<VisibleMenuNode, 'path' | 'title' | 'component' | 'icon'>) => ({
      key: path,
      label: titleOf(t, component, title),
      icon: iconOf(component, icon),
    })
    const menuEntryOf = (node: VisibleMenuNode): MenuEntry => ({
      ...itemOf(node),
      href: node.href,
      redirectTo: node.redirectTo,
      children: node.children.map(menuEntryOf),
    })
    const named = menu
      ? visibleMenuOf(menu, isKnown).map(menuEntryOf)
      : permitted.map((page) => ({ ...itemOf(page), href: null, redirectTo: null, children: [] }))
    const entries: MenuEntry[] = [
      ...named,
      ...own.map(({ key, label, icon }) => ({ key, label, icon, href: null, redirectTo: null, children: [] })),
    ]
    const framed = permitted.flatMap((page): FramePage[] => {
      const Page = pages[page.component]
      return Page && page.component !== FULL_SCREEN ? [{ ...itemOf(page), Page, keepAlive: page.keepAlive }] : []
    })
    return {
      menu: entries,
      pages: [...permitted.filter(({ hidden }) => !hidden).map(itemOf), ...own] as FrameItem[],
      framed: [...framed, ...own],
      pathOf: (component: string) => permitted.find((page) => page.component === component)?.path ?? null,
    }
  }, [t, platform, permitted, menu])
}
