import type { MemberSlice } from '#member/core/page.ts'

export const homeSlice: MemberSlice = {
  pages: [
    {
      path: 'home',
      title: 'memberPage.home',
      icon: 'home',
      place: 'bottom',
      load: async () => (await import('./home.page.tsx')).HomePage,
      texts: {
        zh: async () => (await import('#shared/i18n/zh/member-home.ts')).memberHome,
        en: async () => (await import('#shared/i18n/en/member-home.ts')).memberHome,
      },
    },
  ],
}
