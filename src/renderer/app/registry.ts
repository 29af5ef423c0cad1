import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { EveryonesPage } from '#renderer/core/slice.ts'
import { slices } from './slices.ts'

type Page = LazyExoticComponent<ComponentType>

const page = (load: () => Promise<ComponentType>): Page => lazy(async () => ({ default: await load() }))

/** The pages by the component key that the server's menu names (spec §2); other keys (`layouts/RouteView`) only group. */
export const pages: Readonly<Record<string, Page>> = {
  'dashboard/Workplace': page(async () => (await import('./workplace.page.tsx')).WorkplacePage),
  ...Object.fromEntries(
    slices.flatMap((slice) => Object.entries(slice.pages).map(([component, load]) => [component, page(load)])),
  ),
}

/** The counter has its own frame, so that nothing stands beside it. */
export const FULL_SCREEN = 'sessions/StartSession'

/** Pages of the frame itself: open to everyone who is signed in, whatever the menu names. */
export const everyonesPages: readonly EveryonesPage[] = [
  { path: '/dashboard/workplace', component: 'dashboard/Workplace', title: 'nav.workplace' },
  ...slices.flatMap(({ everyones = [] }) => everyones),
]

/** Which cached answers an announcement of the server makes old, by its topic. */
export const madeOldBy = (topic: string): readonly string[] => slices.flatMap(({ live }) => live?.[topic] ?? [])

/** Which cached answers any announcement makes old: those that a line which was down may have missed. */
export const madeOldByAny: ReadonlySet<string> = new Set(slices.flatMap(({ live }) => Object.values(live ?? {}).flat()))

/** Pages of the terminal itself, which no menu of the server knows. */
export const SyncCentrePage = page(
  async () => (await import('#renderer/features/sync/sync-centre.page.tsx')).SyncCentrePage,
)
export const DiagnosticsPage = page(
  async () => (await import('#renderer/features/diagnostics/diagnostics.page.tsx')).DiagnosticsPage,
)
export const SetupPage = page(async () => (await import('#renderer/features/settings/setup.page.tsx')).SetupPage)
export const SettingsPage = page(
  async () => (await import('#renderer/features/settings/settings.page.tsx')).SettingsPage,
)
