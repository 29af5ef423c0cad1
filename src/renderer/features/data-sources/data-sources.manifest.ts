import type { SliceManifest } from '#renderer/core/slice.ts'

export const dataSourcesManifest: SliceManifest = {
  pages: {
    'system/SysDataSourceList': async () => (await import('./data-sources.page.tsx')).DataSourcesPage,
  },
}
