import type { SliceManifest } from '#renderer/core/slice.ts'

export const auditManifest: SliceManifest = {
  pages: {
    'system/LogList': async () => (await import('./logs.page.tsx')).LogsPage,
  },
}
