import type { SliceManifest } from '#renderer/core/slice.ts'

export const playRecordsManifest: SliceManifest = {
  pages: {
    'playbeforepay/SysPlayBeforePayList': async () => (await import('./play-records.page.tsx')).PlayRecordsPage,
  },
  live: { playRecords: ['playRecords'] },
}
