import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** The pages by the component key that the server's menu names (spec §2); other keys (`layouts/RouteView`) only group. */
export const pages: Record<string, LazyExoticComponent<ComponentType>> = {
  'dashboard/Analysis': lazy(async () => ({
    default: (await import('#renderer/features/dashboard/analysis.page.tsx')).AnalysisPage,
  })),
  'sessions/StartSession': lazy(async () => ({
    default: (await import('#renderer/features/sessions/counter.page.tsx')).CounterPage,
  })),
  'playbeforepay/SysPlayBeforePayList': lazy(async () => ({
    default: (await import('#renderer/features/sessions/play-records.page.tsx')).PlayRecordsPage,
  })),
}

/** The counter has its own frame, so that nothing stands beside it. */
export const FULL_SCREEN = 'sessions/StartSession'

/** Pages of the terminal itself, which no menu of the server knows. */
export const SyncCentrePage = lazy(async () => ({
  default: (await import('#renderer/features/sync/sync-centre.page.tsx')).SyncCentrePage,
}))
export const SettingsPage = lazy(async () => ({
  default: (await import('#renderer/features/settings/settings.page.tsx')).SettingsPage,
}))
