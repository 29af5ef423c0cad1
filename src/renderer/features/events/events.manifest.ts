import type { SliceManifest } from '#renderer/core/slice.ts'

export const eventsManifest: SliceManifest = {
  pages: {
    'event/SysEventList': async () => (await import('./events.page.tsx')).EventsPage,
    'event/SysEventSignUpList': async () => (await import('./event-sign-ups.page.tsx')).EventSignUpsPage,
    'match/SysMatch': async () => (await import('./match.page.tsx')).MatchPage,
  },
  live: { events: ['crud', 'eventOptions', 'match'], matches: ['match'], wallets: ['eventOptions'] },
}
