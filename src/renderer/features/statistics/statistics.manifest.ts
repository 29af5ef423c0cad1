import type { SliceManifest } from '#renderer/core/slice.ts'

export const statisticsManifest: SliceManifest = {
  pages: {
    'statistics/SysStatistics': async () => (await import('./statistics.page.tsx')).StatisticsPage,
  },
}
