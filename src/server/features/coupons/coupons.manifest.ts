import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { CouponProvider, CouponState, groupCouponResource } from '#shared/features/coupons/group-coupons.contract.ts'
import { expireCoupons } from './coupons.job.ts'
import { couponsRoutes } from './coupons.routes.ts'

/** Coupons that pay for rides: of the store, and of platforms. */
export const couponsManifest: SliceManifest = {
  name: 'coupons',
  mount: couponsRoutes,
  actions: {
    'coupon:add': ['hq', 'manager'],
    'coupon:delete': ['hq', 'manager'],
    'coupon:edit': ['hq', 'manager'],
    'coupon:export': ['hq', 'manager'],
    'coupon:import': ['hq', 'manager'],
    'coupon:list': ['hq', 'manager'],
    'coupon:verify': ['hq', 'manager', 'cashier'],
  },
  menus: [
    {
      id: 'menu-coupons',
      title: 'menu.coupons',
      icon: 'tags',
      component: 'coupon/SysGroupCouponList',
      url: '/coupon/sysGroupCouponList',
      order: 36,
      parent: 'menu-rules',
      modules: ['coupon'],
      roles: ['hq', 'manager'],
    },
  ],
  dictionaries: [
    dictionaryOf('coupon_state', 'coupon.state', CouponState.options, 'coupon.state'),
    dictionaryOf('coupon_provider', 'coupon.provider', CouponProvider.options, 'coupon.provider'),
  ],
  jobs: { 'coupons.expire': { work: expireCoupons, keepDays: 0 } },
  ruledLists: { 'coupon:list': groupCouponResource.filter },
}
