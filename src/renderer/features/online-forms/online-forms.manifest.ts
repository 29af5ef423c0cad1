import type { SliceManifest } from '#renderer/core/slice.ts'

export const onlineFormsManifest: SliceManifest = {
  pages: {
    'modules/online/cgform/OnlCgformHeadList': async () =>
      (await import('./form-definitions.page.tsx')).FormDefinitionsPage,
    'modules/online/cgform/auto/OnlCgformAutoList': async () =>
      (await import('./form-records.page.tsx')).FormRecordsPage,
  },
}
