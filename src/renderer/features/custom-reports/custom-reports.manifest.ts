import type { SliceManifest } from '#renderer/core/slice.ts'

export const customReportsManifest: SliceManifest = {
  pages: {
    'report/SysCustomReportList': async () => (await import('./custom-reports.page.tsx')).CustomReportsPage,
  },
}
