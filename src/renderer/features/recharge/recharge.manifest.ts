import type { SliceManifest } from '#renderer/core/slice.ts'

export const rechargeManifest: SliceManifest = {
  pages: {
    'memberrecharge/SysMemberRechargeTool': async () => (await import('./recharge.page.tsx')).RechargePage,
    'memberrecharge/SysMemberRechargeList': async () => (await import('./recharge-orders.page.tsx')).RechargeOrdersPage,
  },
  live: { recharges: ['crud', 'rechargeOrders'] },
}
