import type { MemberSlice } from '#member/core/page.ts'

export const ownSlice: MemberSlice = {
  pages: [
    {
      path: 'own',
      title: 'memberPage.own',
      icon: 'person',
      place: 'me',
      load: async () => (await import('./own.page.tsx')).OwnPage,
      texts: {
        zh: async () => (await import('#shared/i18n/zh/member-own.ts')).memberOwn,
        en: async () => (await import('#shared/i18n/en/member-own.ts')).memberOwn,
      },
    },
  ],
}
