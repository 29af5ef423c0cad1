import type { SliceManifest } from '#renderer/core/slice.ts'

export const onlineFormsManifest: SliceManifest = {
  pages: {
    'online-forms/FormDefinitions': async () => (await import('./form-definitions.page.tsx')).FormDefinitionsPage,
    'online-forms/FormRecords': async () => (await import('./form-records.page.tsx')).FormRecordsPage,
  },
}
