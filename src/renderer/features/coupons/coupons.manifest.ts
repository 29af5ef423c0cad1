import type { SliceManifest } from '#renderer/core/slice.ts'

export const couponsManifest: SliceManifest = {
  pages: {
    'coupon/SysGroupCouponList': async () => (await import('./coupons.page.tsx')).CouponsPage,
  },
}
