import type { SliceManifest } from '#renderer/core/slice.ts'

export const dashboardManifest: SliceManifest = {
  pages: {
    'dashboard/Analysis': async () => (await import('./analysis.page.tsx')).AnalysisPage,
  },
}
