import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { adminPages } from './admin-pages.ts'

const AccountSettings = lazy(async () => ({
  default: (await import('#renderer/features/access/account-settings.page.tsx')).AccountSettingsPage,
}))

/** The pages by the component key that the server's menu names (spec §2); other keys (`layouts/RouteView`) only group. */
export const pages: Record<string, LazyExoticComponent<ComponentType>> = {
  'dashboard/Workplace': lazy(async () => ({ default: (await import('./workplace.page.tsx')).WorkplacePage })),
  'account/center/Index': lazy(async () => ({
    default: (await import('#renderer/features/access/account-center.page.tsx')).AccountCenterPage,
  })),
  'account/settings/Index': AccountSettings,
  // The family's clients part these; here they are one page.
  'account/settings/BaseSetting': AccountSettings,
  'account/settings/Security': AccountSettings,
  'account/settings/Custom': AccountSettings,
  'account/settings/Binding': AccountSettings,
  'account/settings/Notification': AccountSettings,
  'system/UserAnnouncementList': lazy(async () => ({
    default: (await import('#renderer/features/messages/user-announcements.page.tsx')).UserAnnouncementsPage,
  })),
  'dashboard/Analysis': lazy(async () => ({
    default: (await import('#renderer/features/dashboard/analysis.page.tsx')).AnalysisPage,
  })),
  'sessions/StartSession': lazy(async () => ({
    default: (await import('#renderer/features/counter/counter.page.tsx')).CounterPage,
  })),
  'playbeforepay/SysPlayBeforePayList': lazy(async () => ({
    default: (await import('#renderer/features/play-records/play-records.page.tsx')).PlayRecordsPage,
  })),
  ...adminPages,
}

/** The counter has its own frame, so that nothing stands beside it. */
export const FULL_SCREEN = 'sessions/StartSession'

/** Pages of the frame itself: open to everyone who is signed in, whatever the menu names. */
export const everyonesPages: readonly { path: string; component: string; title: TextKey }[] = [
  { path: '/dashboard/workplace', component: 'dashboard/Workplace', title: 'nav.workplace' },
  { path: '/account/center', component: 'account/center/Index', title: 'own.center' },
  { path: '/account/settings/Index', component: 'account/settings/Index', title: 'own.settings' },
  { path: '/isps/userAnnouncement', component: 'system/UserAnnouncementList', title: 'notice.title' },
]

/** Pages of the terminal itself, which no menu of the server knows. */
export const SyncCentrePage = lazy(async () => ({
  default: (await import('#renderer/features/sync/sync-centre.page.tsx')).SyncCentrePage,
}))
export const SettingsPage = lazy(async () => ({
  default: (await import('#renderer/features/settings/settings.page.tsx')).SettingsPage,
}))
