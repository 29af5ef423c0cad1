import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { EveryonesPage, FoundSetting } from '#renderer/core/slice.ts'
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

/** The counter uses the full screen without the frame. */
export const FULL_SCREEN = 'sessions/StartSession'

/** Pages open to every signed-in user, independent of the menu. */
export const everyonesPages: readonly EveryonesPage[] = [
  { path: '/dashboard/workplace', component: 'dashboard/Workplace', title: 'nav.workplace' },
  ...slices.flatMap(({ everyones = [] }) => everyones),
]

/** All settings that the search finds, those of the terminal last; loaded with the first search. */
export async function settingsOfSlices(isTerminal: boolean): Promise<readonly FoundSetting[]> {
  const own = await Promise.all(slices.flatMap(({ settings }) => settings?.() ?? []))
  const terminal = isTerminal ? (await import('#renderer/features/settings/index.ts')).terminalSettings : []
  return [...own.flat(), ...terminal]
}

/** The query key prefixes to invalidate for a push, by its topic. */
export const madeOldBy = (topic: string): readonly string[] => slices.flatMap(({ live }) => live?.[topic] ?? [])

/** The query key prefixes of all topics, to invalidate after a lost connection. */
export const madeOldByAny: ReadonlySet<string> = new Set(slices.flatMap(({ live }) => Object.values(live ?? {}).flat()))

/** Pages of the terminal, which are not in the server's menu. */
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
