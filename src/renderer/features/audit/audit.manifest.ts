import type { SliceManifest } from '#renderer/core/slice.ts'

export const auditManifest: SliceManifest = {
  pages: {
    'system/LogList': async () => (await import('./logs.page.tsx')).LogsPage,
    'system/DataLogList': async () => (await import('./data-logs.page.tsx')).DataLogsPage,
  },
}
