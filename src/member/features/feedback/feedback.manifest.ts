import type { MemberSlice } from '#member/core/page.ts'

export const feedbackSlice: MemberSlice = {
  pages: [
    {
      path: 'feedback',
      title: 'memberPage.feedback',
      icon: 'list',
      place: 'me',
      load: async () => (await import('./feedback.page.tsx')).FeedbackPage,
      texts: {
        zh: async () => (await import('#shared/i18n/zh/member-voice.ts')).memberVoice,
        en: async () => (await import('#shared/i18n/en/member-voice.ts')).memberVoice,
      },
    },
  ],
}
