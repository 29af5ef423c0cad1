import type { SliceManifest } from '#renderer/core/slice.ts'

export const couponsManifest: SliceManifest = {
  pages: {
    'coupon/SysGroupCouponList': async () => (await import('./coupons.page.tsx')).CouponsPage,
    'coupon/SysCouponBatchList': async () => (await import('./coupon-batches.page.tsx')).CouponBatchesPage,
    'coupon/SysCouponCodeList': async () => (await import('./coupon-codes.page.tsx')).CouponCodesPage,
  },
}
