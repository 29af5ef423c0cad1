import type { MemberSlice } from '#member/core/page.ts'

export const eventsSlice: MemberSlice = {
  pages: [
    {
      path: 'events',
      title: 'memberPage.events',
      icon: 'flag',
      place: 'home',
      load: async () => (await import('./events.page.tsx')).EventsPage,
      texts: {
        zh: async () => (await import('#shared/i18n/zh/member-events.ts')).memberEvents,
        en: async () => (await import('#shared/i18n/en/member-events.ts')).memberEvents,
      },
    },
  ],
}
