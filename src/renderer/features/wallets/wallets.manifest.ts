import type { SliceManifest } from '#renderer/core/slice.ts'

export const walletsManifest: SliceManifest = {
  pages: {
    'apply/SysApplyList': async () => (await import('./applications.page.tsx')).ApplicationsPage,
  },
  live: { applications: ['crud', 'applications'], wallets: ['crud', 'memberWallets'] },
}
