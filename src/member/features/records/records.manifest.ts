import type { TextFiles } from '#member/core/locale.ts'
import type { MemberSlice } from '#member/core/page.ts'

const texts: TextFiles = {
  zh: async () => (await import('#shared/i18n/zh/member-history.ts')).memberHistory,
  en: async () => (await import('#shared/i18n/en/member-history.ts')).memberHistory,
}

export const recordsSlice: MemberSlice = {
  pages: [
    {
      path: 'records',
      title: 'memberPage.records',
      icon: 'list',
      place: 'home',
      load: async () => (await import('./records.page.tsx')).RecordsPage,
      texts,
    },
    {
      path: 'results',
      title: 'memberPage.results',
      icon: 'flag',
      place: 'home',
      load: async () => (await import('./results.page.tsx')).ResultsPage,
      texts,
    },
  ],
}
