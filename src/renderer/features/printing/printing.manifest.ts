import type { SliceManifest } from '#renderer/core/slice.ts'

export const printingManifest: SliceManifest = {
  pages: {
    'printing/PrintLayouts': async () => (await import('./print-layouts.page.tsx')).PrintLayoutsPage,
  },
}
