import type { TextFiles } from '#member/core/locale.ts'
import type { MemberSlice } from '#member/core/page.ts'

const texts: TextFiles = {
  zh: async () => (await import('#shared/i18n/zh/member-waiting.ts')).memberWaiting,
  en: async () => (await import('#shared/i18n/en/member-waiting.ts')).memberWaiting,
}

export const waitingSlice: MemberSlice = {
  pages: [
    {
      path: 'queue',
      title: 'memberPage.queue',
      icon: 'clock',
      place: 'home',
      load: async () => (await import('./queue.page.tsx')).QueuePage,
      texts,
    },
    {
      path: 'things',
      title: 'memberPage.things',
      icon: 'gift',
      place: 'home',
      load: async () => (await import('./things.page.tsx')).ThingsPage,
      texts,
    },
  ],
}
