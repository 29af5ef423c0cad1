import type { MemberSlice } from '#member/core/page.ts'

export const invitedSlice: MemberSlice = {
  pages: [
    {
      // The address on a promoter's poster.
      path: 'invited',
      title: 'memberPage.invited',
      icon: 'person',
      place: 'none',
      load: async () => (await import('./invited.page.tsx')).InvitedPage,
      texts: {
        zh: async () => (await import('#shared/i18n/zh/member-voice.ts')).memberVoice,
        en: async () => (await import('#shared/i18n/en/member-voice.ts')).memberVoice,
      },
    },
  ],
}
