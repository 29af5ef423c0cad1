import type { MemberSlice } from '#member/core/page.ts'

export const meSlice: MemberSlice = {
  pages: [
    {
      path: 'me',
      title: 'memberPage.me',
      icon: 'person',
      place: 'bottom',
      load: async () => (await import('./me.page.tsx')).MePage,
    },
  ],
}
