import type { SliceManifest } from '#renderer/core/slice.ts'

export const systemManifest: SliceManifest = {
  pages: {
    'system/SysPositionList': async () => (await import('./positions.page.tsx')).PositionsPage,
    'jeecg/JeecgDemoList': async () => (await import('./demo-records.page.tsx')).DemoRecordsPage,
    'system/DictList': async () => (await import('./dictionaries.page.tsx')).DictionariesPage,
    'system/SysCategoryList': async () => (await import('./categories.page.tsx')).CategoriesPage,
    'system/QuartzJobList': async () => (await import('./scheduled-jobs.page.tsx')).ScheduledJobsPage,
    'system/SysCheckRuleList': async () => (await import('./check-rules.page.tsx')).CheckRulesPage,
    'system/SupportContact': async () => (await import('./support-contact.page.tsx')).SupportContactPage,
    'modules/oss/OSSFileList': async () => (await import('./stored-files.page.tsx')).StoredFilesPage,
  },
  settings: async () => (await import('./support-contact.fields.ts')).supportContactFields,
}
