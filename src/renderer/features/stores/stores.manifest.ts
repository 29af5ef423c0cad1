import type { SliceManifest } from '#renderer/core/slice.ts'

export const storesManifest: SliceManifest = {
  pages: {
    'stores/FirstRun': async () => (await import('./first-run.page.tsx')).FirstRunPage,
    'stores/NewStore': async () => (await import('./new-store.page.tsx')).NewStorePage,
    'stores/StoreSettings': async () => (await import('./store-settings.page.tsx')).StoreSettingsPage,
  },
  settings: async () => (await import('./store-settings.fields.ts')).storeSettingFields,
}
