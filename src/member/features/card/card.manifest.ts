import type { MemberSlice } from '#member/core/page.ts'

export const cardSlice: MemberSlice = {
  pages: [
    {
      path: 'card',
      title: 'memberPage.card',
      icon: 'card',
      place: 'bottom',
      load: async () => (await import('./card.page.tsx')).CardPage,
      texts: {
        zh: async () => (await import('#shared/i18n/zh/member-card.ts')).memberCardTexts,
        en: async () => (await import('#shared/i18n/en/member-card.ts')).memberCardTexts,
      },
    },
  ],
}
