import type { SliceManifest } from '#renderer/core/slice.ts'

export const reportsManifest: SliceManifest = {
  pages: {
    'report/SysLossRadar': async () => (await import('./loss-radar.page.tsx')).LossRadarPage,
    'report/SysDailyReportList': async () => (await import('./daily-reports.page.tsx')).DailyReportsPage,
    'report/SysSettlement': async () => (await import('./settlement.page.tsx')).SettlementPage,
    'report/SysLiability': async () => (await import('./liability.page.tsx')).LiabilityPage,
  },
}
