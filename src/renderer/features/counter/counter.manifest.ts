import type { SliceManifest } from '#renderer/core/slice.ts'

export const counterManifest: SliceManifest = {
  pages: {
    'sessions/StartSession': async () => (await import('./counter.page.tsx')).CounterPage,
  },
  live: { vehicles: ['catalogue'], snapshot: ['catalogue'], wallets: ['memberCoupons'] },
}
