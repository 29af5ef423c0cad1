import type { SliceManifest } from '#renderer/core/slice.ts'

export const reconciliationManifest: SliceManifest = {
  pages: {
    'reconciliation/SysReconciliationList': async () => (await import('./reconciliation.page.tsx')).ReconciliationPage,
  },
  live: { reconciliation: ['crud', 'reconciliation'] },
}
