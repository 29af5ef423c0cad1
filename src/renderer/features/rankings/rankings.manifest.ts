import type { SliceManifest } from '#renderer/core/slice.ts'

export const rankingsManifest: SliceManifest = {
  pages: {
    'ranking/SysRanking': async () => (await import('./rankings.page.tsx')).RankingsPage,
  },
  live: { rankings: ['rankings'], floor: ['heats'], vehicles: ['heats'] },
}
