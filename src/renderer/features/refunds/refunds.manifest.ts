import type { SliceManifest } from '#renderer/core/slice.ts'

export const refundsManifest: SliceManifest = {
  pages: {
    'refund/SysRefundList': async () => (await import('./refunds.page.tsx')).RefundsPage,
  },
  live: { refunds: ['crud', 'refunds'] },
}
