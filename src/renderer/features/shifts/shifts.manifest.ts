import type { SliceManifest } from '#renderer/core/slice.ts'

export const shiftsManifest: SliceManifest = {
  pages: {
    'shift/SysShiftList': async () => (await import('./shifts.page.tsx')).ShiftsPage,
  },
  live: { shifts: ['shifts'] },
}
