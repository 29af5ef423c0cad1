import {
  AppstoreOutlined,
  CarOutlined,
  HomeOutlined,
  ProfileOutlined,
  SettingOutlined,
  SyncOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { FrameEntry } from '#renderer/ui/frame.ts'
import { usePages } from './use-pages.ts'

const icons: Record<string, ReactNode> = {
  'dashboard/Analysis': <HomeOutlined />,
  'sessions/StartSession': <CarOutlined />,
  'playbeforepay/SysPlayBeforePayList': <ProfileOutlined />,
}

/** Everything that the user may open from here, the terminal's own pages last. */
export function useMenuEntries(): FrameEntry[] {
  const { t } = useText()
  const platform = usePlatform()
  const pages = usePages()
    .filter((page) => !page.hidden)
    .map(({ path, title, component }) => ({ key: path, label: title, icon: icons[component] ?? <AppstoreOutlined /> }))
  const own = [
    ...(platform.sync ? [{ key: '/terminal/sync', label: t('nav.sync'), icon: <SyncOutlined /> }] : []),
    ...(platform.settings ? [{ key: '/terminal/settings', label: t('nav.settings'), icon: <SettingOutlined /> }] : []),
  ]
  return [...pages, ...own]
}
