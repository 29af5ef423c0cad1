import type { SliceManifest } from '#renderer/core/slice.ts'

export const dispatchManifest: SliceManifest = {
  pages: {
    'dispatch/SysDispatchBoard': async () => (await import('./board.page.tsx')).DispatchBoardPage,
  },
  live: { floor: ['floor'], vehicles: ['floor'] },
}
