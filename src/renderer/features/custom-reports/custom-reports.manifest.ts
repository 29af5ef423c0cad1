import type { SliceManifest } from '#renderer/core/slice.ts'

export const customReportsManifest: SliceManifest = {
  pages: {
    'modules/online/cgreport/OnlCgreportHeadList': async () =>
      (await import('./custom-reports.page.tsx')).CustomReportsPage,
    'modules/online/cgreport/auto/OnlCgreportAutoList': async () =>
      (await import('./custom-reports.page.tsx')).CustomReportsPage,
  },
}
