import type { MemberSlice } from '#member/core/page.ts'

export const newsSlice: MemberSlice = {
  pages: [
    {
      path: 'news',
      title: 'memberPage.news',
      icon: 'flag',
      place: 'none',
      load: async () => (await import('./news.page.tsx')).NewsPage,
      texts: {
        zh: async () => (await import('#shared/i18n/zh/member-voice.ts')).memberVoice,
        en: async () => (await import('#shared/i18n/en/member-voice.ts')).memberVoice,
      },
    },
  ],
}
