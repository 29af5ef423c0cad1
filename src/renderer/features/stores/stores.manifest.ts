import type { SliceManifest } from '#renderer/core/slice.ts'

export const storesManifest: SliceManifest = {
  pages: {
    'stores/StoreSettings': async () => (await import('./store-settings.page.tsx')).StoreSettingsPage,
  },
}
