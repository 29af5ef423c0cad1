import {
  AppstoreOutlined,
  CarOutlined,
  HomeOutlined,
  ProfileOutlined,
  SettingOutlined,
  SyncOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { type Translate, useText } from '#renderer/core/locale.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { FrameEntry } from '#renderer/ui/frame.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { usePages } from './use-pages.ts'

const icons: Record<string, ReactNode> = {
  'dashboard/Analysis': <HomeOutlined />,
  'sessions/StartSession': <CarOutlined />,
  'playbeforepay/SysPlayBeforePayList': <ProfileOutlined />,
}

/** Known pages are named in the language of the screen, also when the server named them in another one. */
const titles: Record<string, TextKey> = {
  'dashboard/Analysis': 'menu.home',
  'sessions/StartSession': 'menu.counter',
  'playbeforepay/SysPlayBeforePayList': 'menu.playBeforePay',
}

const titleOf = (t: Translate, component: string, title: string): string => {
  const key = titles[component]
  return key ? t(key) : title
}

/** Everything that the user may open from here, the terminal's own pages last. */
export function useMenuEntries(): FrameEntry[] {
  const { t } = useText()
  const platform = usePlatform()
  const pages = usePages()
    .filter((page) => !page.hidden)
    .map(({ path, title, component }) => ({
      key: path,
      label: titleOf(t, component, title),
      icon: icons[component] ?? <AppstoreOutlined />,
    }))
  const own = [
    ...(platform.sync ? [{ key: '/terminal/sync', label: t('nav.sync'), icon: <SyncOutlined /> }] : []),
    ...(platform.settings ? [{ key: '/terminal/settings', label: t('nav.settings'), icon: <SettingOutlined /> }] : []),
  ]
  return [...pages, ...own]
}
