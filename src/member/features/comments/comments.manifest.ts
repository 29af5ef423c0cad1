import type { MemberSlice } from '#member/core/page.ts'

export const commentsSlice: MemberSlice = {
  pages: [
    {
      path: 'comments',
      title: 'memberPage.comments',
      icon: 'star',
      place: 'home',
      load: async () => (await import('./comments.page.tsx')).CommentsPage,
      texts: {
        zh: async () => (await import('#shared/i18n/zh/member-voice.ts')).memberVoice,
        en: async () => (await import('#shared/i18n/en/member-voice.ts')).memberVoice,
      },
    },
  ],
}
